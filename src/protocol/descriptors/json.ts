/*
 * Reads JSON that a page provides, member by member. The code is small, because pages load this file. Each
 * reader names the path of an error.
 */

/** A descriptor's error; the message names its path, such as `display.formats`. */
export class DescriptorError extends Error {
  override name = 'DescriptorError'
}

export type Members = ReadonlyMap<string, unknown>

/** Objects that were already read, so that an object to which many fields refer is read only once. */
const READ = new WeakMap<object, Members>()

/** The members of an object. */
export function readMembers(value: unknown, at: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DescriptorError(`${at} must be an object`)
  const known = READ.get(value)
  if (known !== undefined) return known
  const members = new Map<string, unknown>(Object.entries(value))
  READ.set(value, members)
  return members
}

/** Members by name, read from two objects. One of them takes precedence. */
export type Layered = Pick<Members, 'get' | 'has'>

/** The members of `over`, plus those of `under` that `over` does not have. Copies nothing. */
export function layered(over: Members, under: Members): Layered {
  return {
    get: (name) => (over.has(name) ? over.get(name) : under.get(name)),
    has: (name) => over.has(name) || under.has(name),
  }
}

/** The members, or an empty object if `value` is undefined. */
export function optionalMembers(value: unknown, at: string): Members {
  return value === undefined ? new Map() : readMembers(value, at)
}

/** An array. `at` names it in the error. Throws `DescriptorError`. */
export function listIn(value: unknown, at: string): unknown[] {
  if (!Array.isArray(value)) throw new DescriptorError(`${at} must be an array`)
  return value
}

/** A non-empty text. Throws `DescriptorError`. */
export function textIn(value: unknown, at: string): string {
  if (typeof value !== 'string' || value === '') throw new DescriptorError(`${at} must be a text`)
  return value
}

/** The text, or undefined if the member does not exist. Throws `DescriptorError`. */
export function optionalText(value: unknown, at: string): string | undefined {
  return value === undefined ? undefined : textIn(value, at)
}
