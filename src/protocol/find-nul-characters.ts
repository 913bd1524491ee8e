import type { FieldError } from './fields.ts'

/**
 * Errors for NUL in any text of an input, because no column can store NUL. Texts for people are stricter
 * (`textSchema`). `input` is nested no deeper than `refusedInJson` permits.
 */
export function nulErrors(input: unknown): FieldError[] {
  const errors: FieldError[] = []
  collectNul(input, [], errors)
  return errors
}

/** Maximum number of reported fields with a NUL. */
const NUL_ERRORS_MAX = 20
const NUL = '\u0000'

function collectNul(input: unknown, path: (string | number)[], errors: FieldError[]): void {
  if (errors.length >= NUL_ERRORS_MAX) return
  if (typeof input === 'string') {
    if (input.includes(NUL))
      errors.push({ path: path.join('.').slice(0, 100), message: 'must not contain control characters' })
    return
  }
  if (typeof input !== 'object' || input === null) return
  const entries: Iterable<[string | number, unknown]> = Array.isArray(input)
    ? input.entries()
    : Object.entries(input)
  for (const [name, value] of entries) {
    path.push(name)
    if (typeof name === 'string') collectNul(name, path, errors)
    collectNul(value, path, errors)
    path.pop()
  }
}
