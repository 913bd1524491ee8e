/**
 * A parameter in the text form that Postgres reads, whatever its column: as node-postgres writes it. Objects
 * become JSON, arrays become arrays of Postgres and never JSON.
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      return objectText(value)
    case 'undefined':
    case 'symbol':
    case 'function':
      break
  }
  throw new TypeError(`a ${typeof value} cannot be a parameter of a query`)
}

function objectText(value: object): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`
  return JSON.stringify(value)
}

function elementText(element: unknown): string {
  if (Array.isArray(element)) return objectText(element)
  const text = parameterText(element)
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
