import type { FieldError } from './envelope.ts'

/**
 * The values of a query by their names. A repeated name is ambiguous, and a control character cannot be stored or
 * searched: both are refused, whichever field it is.
 */
export function queryValues(query: Iterable<[string, string]>): {
  values: Record<string, string>
  errors: FieldError[]
} {
  const values = new Map<string, string>()
  const errors: FieldError[] = []
  for (const [name, value] of query) {
    const path = name.slice(0, 100)
    if (values.has(name)) errors.push({ path, message: 'is given more than once' })
    // oxlint-disable-next-line no-control-regex -- refusing them is the point
    if (/[\u0000-\u001f\u007f]/.test(value))
      errors.push({ path, message: 'must not contain control characters' })
    values.set(name, value)
  }
  return { values: Object.fromEntries(values), errors }
}
