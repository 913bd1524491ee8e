/**
 * The text of a value as an attribute has it. Undefined for null, undefined and `false`, which React leaves out too. A number
 * that JavaScript cannot hold exactly is no number any more.
 */
export function textFrom(given: unknown): string | undefined {
  if (given === undefined || given === null || given === false) return undefined
  if (typeof given === 'string') return given.trim()
  if (typeof given === 'object' || typeof given === 'function') return `[${typeof given}]`
  const isInexact = Number.isInteger(given) && !Number.isSafeInteger(given)
  return isInexact ? `${String(given)} (a number beyond 2^53, write it as a text)` : String(given)
}
