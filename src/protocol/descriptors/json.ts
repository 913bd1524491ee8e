/*
 * Reads JSON that a page provides, member by member: small enough for a file that pages load. Each reader names the
 * path of an error.
 */

/** A descriptor's error; the message names its path, such as `display.formats`. */
export class DescriptorError extends Error {
  override name = 'DescriptorError'
}

/** The members of an object. */
export function membersOf(value: unknown, at: string): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DescriptorError(`${at} must be an object`)
  return new Map<string, unknown>(Object.entries(value))
}

/** The members, or none if absent. */
export function optionalMembers(value: unknown, at: string): Map<string, unknown> {
  return value === undefined ? new Map() : membersOf(value, at)
}

/** An array; `at` names it in the error. Throws `DescriptorError`. */
export function listIn(value: unknown, at: string): unknown[] {
  if (!Array.isArray(value)) throw new DescriptorError(`${at} must be an array`)
  return value
}

/** A text that is not empty. Throws `DescriptorError`. */
export function textIn(value: unknown, at: string): string {
  if (typeof value !== 'string' || value === '') throw new DescriptorError(`${at} must be a text`)
  return value
}

/** The same, or `undefined` if absent. Throws `DescriptorError`. */
export function optionalText(value: unknown, at: string): string | undefined {
  return value === undefined ? undefined : textIn(value, at)
}
