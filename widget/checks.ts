/** Whether a value has a type. The value is used unchanged, including unknown members. */
export type Check<Value> = (input: unknown) => input is Value
/** The type that a check accepts. */
export type Checked<Checker> = Checker extends Check<infer Value> ? Value : never

/** A check for every member of `Value`. The compiler reports a missing one. */
type MemberChecks<Value> = { [Name in keyof Value]-?: Check<Value[Name]> }

/** `Value` with every member that may be undefined made optional. */
type WithOptional<Value> = Flat<
  { [Name in keyof Value as undefined extends Value[Name] ? never : Name]: Value[Name] } & {
    [Name in keyof Value as undefined extends Value[Name] ? Name : never]?: Value[Name]
  }
>
type Flat<Value> = { [Name in keyof Value]: Value[Name] }

/*
 * The widget's own small checks. The schemas of src/protocol are equivalent (answers.test.ts compares them),
 * but would make up a fifth of the widget's size.
 */

/** An object with at least these members. */
export function object<Value extends object>(members: MemberChecks<Value>): Check<WithOptional<Value>> {
  const checks = Object.entries<Check<unknown>>(members)
  return (input): input is WithOptional<Value> => {
    if (typeof input !== 'object' || input === null) return false
    const given = new Map<string, unknown>(Object.entries(input))
    return checks.every(([name, check]) => check(given.get(name)))
  }
}

/** A text that matches `pattern`, if given. */
export function text(pattern?: RegExp): Check<string> {
  return (input): input is string => typeof input === 'string' && pattern?.test(input) !== false
}

/** A whole number from 0 to `max`. The default is the largest number that JavaScript counts exactly. */
export function count(max = Number.MAX_SAFE_INTEGER): Check<number> {
  return (input): input is number => Number.isInteger(input) && Number(input) >= 0 && Number(input) <= max
}

export const flag: Check<boolean> = (input): input is boolean => typeof input === 'boolean'

/** One of these values. */
export function oneOf<Value>(values: readonly Value[]): Check<Value> {
  return (input): input is Value => values.some((value) => value === input)
}

/** Exactly this text. */
export const is = <const Value extends string>(value: Value): Check<Value> => oneOf([value])

/** A value that passes one of two checks. `either(oneOf([null]), …)` accepts null. */
export function either<One, Other>(one: Check<One>, other: Check<Other>): Check<One | Other> {
  return (input): input is One | Other => one(input) || other(input)
}

export function optional<Value>(check: Check<Value>): Check<Value | undefined> {
  return either(oneOf([undefined]), check)
}

export function listOf<Value>(item: Check<Value>): Check<Value[]> {
  return (input): input is Value[] => Array.isArray(input) && input.every(item)
}

/** The result of `read`, or undefined if it throws, for example on invalid JSON or blocked storage. */
export function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
