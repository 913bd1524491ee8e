import type { FieldError } from './envelope.ts'

/**
 * NUL in a text of an input: no column holds it, whatever the field is for. Fields for people refuse more (`textSchema`).
 * `input` nests no deeper than `refusedInJson` lets it.
 */
export function nulErrors(input: unknown, path = ''): FieldError[] {
  if (typeof input === 'string')
    return input.includes('\u0000') ? [{ path, message: 'must not contain control characters' }] : []
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => {
    const inner = (path === '' ? name : `${path}.${name}`).slice(0, 100)
    return [...nulErrors(name, inner), ...nulErrors(value, inner)]
  })
}
