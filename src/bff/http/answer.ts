import { respond } from '#server-kit/http/respond.ts'
import { BFF_ERRORS, ERRORS } from '#protocol/errors.ts'
import { errorsOf, HttpError } from '#server-kit/http/http-error.ts'

/** An answer in the envelope. Source: spec "Response envelope". */
export function answer(content: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return respond({ status, content, headers })
}

const CATALOGUE = { ...ERRORS, ...BFF_ERRORS }

/** An HttpError by its code in the specification's catalogue or ours, and the data that its text names. */
export const bffError = errorsOf(
  CATALOGUE,
  (code, publicMessage, options) => new HttpError(CATALOGUE[code].status, code, publicMessage, options),
)
