import { originProblem } from '#protocol/passkey/origin.ts'
import type { FieldError } from '#protocol/baas/envelope.ts'
import { validationError } from '#server-kit/http/validate.ts'

/**
 * The origins of an integration, without repetitions. Each must be written as browsers write it, since it is
 * compared letter by letter; plain http only on localhost, where passkeys work without TLS.
 *
 * @throws VALIDATION_FAILED naming `origins.<index>`
 */
export function checkOrigins(origins: readonly string[]): string[] {
  const errors = origins.flatMap((origin, index): FieldError[] => {
    const message = originProblem(origin)
    return message === undefined ? [] : [{ path: `origins.${index}`, message }]
  })
  if (errors.length > 0) throw validationError(errors)
  return [...new Set(origins)]
}
