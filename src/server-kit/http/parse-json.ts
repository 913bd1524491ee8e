import type { FieldError } from '#protocol/fields.ts'
import { refusedInJson, refusedUnparsed } from '#protocol/refused-input.ts'
import { apiError } from './http-error.ts'

/**
 * Parses a JSON body. Stricter than `JSON.parse` (`refusedUnparsed`, `refusedInJson`).
 *
 * @throws INVALID_JSON, with the name in `errors` if a name is the cause
 */
export function parseJson(text: string): unknown {
  requireAccepted(refusedUnparsed(text))
  const value = tryJson(text)
  if (value === undefined) throw apiError('INVALID_JSON')
  requireAccepted(refusedInJson(text))
  return value
}

function requireAccepted(refused: FieldError | undefined): void {
  if (refused !== undefined) throw apiError('INVALID_JSON', { errors: [refused] })
}

/** Parses JSON from other servers. Undefined if the text is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
