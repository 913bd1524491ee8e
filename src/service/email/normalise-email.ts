import * as z from 'zod/mini'
import { emailSchema } from '#protocol/baas/fields.ts'
import { fieldError } from '#server-kit/http/validate.ts'

/**
 * The one spelling under which an address is stored, compared and written to. Compatibility characters are
 * folded before the address is checked, so that no look-alike of `@` or `.` passes as another address
 * (RFC 6530 addresses are not accepted), and nothing that could end a header line is left.
 *
 * @throws VALIDATION_FAILED
 */
export function normaliseEmail(text: string): string {
  const parsed = z.safeParse(emailSchema, text.normalize('NFKC').trim())
  if (!parsed.success) throw fieldError('email', 'must be an email address such as name@example.com')
  return parsed.data.toLowerCase()
}
