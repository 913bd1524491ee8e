import { parseOrigin } from '#shared/passkey/origin.ts'
import type { FieldError } from '#shared/baas/envelope.ts'
import { refusedFields } from '#bff/http/field-errors.ts'

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
  if (errors.length > 0) throw refusedFields(errors)
  return [...new Set(origins)]
}

function originProblem(origin: string): string | undefined {
  const parsed = parseOrigin(origin)
  const canonical = URL.canParse(origin) ? new URL(origin).origin : undefined
  if (parsed === undefined || canonical !== origin) {
    return 'must be written as browsers do: scheme and host in lower case, no default port, nothing after it'
  }
  const local = parsed.host === 'localhost' || parsed.host.endsWith('.localhost')
  return parsed.scheme === 'http' && !local ? 'must use https outside localhost' : undefined
}
