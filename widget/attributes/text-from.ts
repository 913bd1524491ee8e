/**
 * The text of a value, as an attribute would have it. Undefined for null, undefined and `false`, which React
 * leaves out too. A number that JavaScript cannot represent exactly becomes a text that is not a number.
 */
export function textFrom(given: unknown): string | undefined {
  if (given === undefined || given === null || given === false) return undefined
  if (typeof given === 'string') return given.trim()
  if (typeof given === 'number' && Number.isInteger(given) && !Number.isSafeInteger(given))
    return `${given} (beyond 2^53: write it as text)`
  const isPlain = typeof given === 'number' || typeof given === 'bigint' || typeof given === 'boolean'
  return isPlain ? `${given}` : `[${typeof given}]`
}
