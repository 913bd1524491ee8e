import { refusedInJson } from '#protocol/refused-input.ts'
import { apiError } from './http-error.ts'

/**
 * Parses a JSON body, stricter than `JSON.parse` (`refusedInJson`).
 *
 * @throws INVALID_JSON, with the name in `errors` when a name is the cause
 */
export function parseJson(text: string): unknown {
  const value = tryJson(text)
  if (value === undefined) throw apiError('INVALID_JSON')
  const refused = refusedInJson(text)
  if (refused !== undefined) throw apiError('INVALID_JSON', { errors: [refused] })
  return value
}

/** A text as JSON, or undefined when it is none: for what others send and no answer refuses. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
