/** Whether a value is of a type; the value is used unchanged, with any unknown members. */
export type Check<Value> = (input: unknown) => input is Value
/** What a check lets through. */
export type Checked<Checker> = Checker extends Check<infer Value> ? Value : never

/** A check of every member of `Value`: the compiler refuses one that is missing here. */
type MemberChecks<Value> = { [Name in keyof Value]-?: Check<Value[Name]> }

/** `Value`, in which a member that may be undefined may be missing. */
type WithOptional<Value> = Flat<
  { [Name in keyof Value as undefined extends Value[Name] ? never : Name]: Value[Name] } & {
    [Name in keyof Value as undefined extends Value[Name] ? Name : never]?: Value[Name]
  }
>
type Flat<Value> = { [Name in keyof Value]: Value[Name] }

/*
 * The widget's own small checks: the schemas of src/protocol are equivalent (answers.test.ts compares them), but would
 * be a fifth of the widget's size.
 */

/** An object with these members and perhaps more. */
export function object<Value extends object>(members: MemberChecks<Value>): Check<WithOptional<Value>> {
  const checks = Object.entries<Check<unknown>>(members)
  return (input): input is WithOptional<Value> => {
    if (typeof input !== 'object' || input === null) return false
    const given = new Map<string, unknown>(Object.entries(input))
    return checks.every(([name, check]) => check(given.get(name)))
  }
}

/** A text; with `pattern`, one that fits. */
export function text(pattern?: RegExp): Check<string> {
  return (input): input is string => typeof input === 'string' && pattern?.test(input) !== false
}

/** A whole number from 0 to `max`, else as far as JavaScript counts exactly. */
export function count(max = Number.MAX_SAFE_INTEGER): Check<number> {
  return (input): input is number => Number.isInteger(input) && Number(input) >= 0 && Number(input) <= max
}

export const flag: Check<boolean> = (input): input is boolean => typeof input === 'boolean'

/** One of these values. */
export function oneOf<Value>(values: readonly Value[]): Check<Value> {
  return (input): input is Value => values.some((value) => value === input)
}

/** This text alone. */
export const is = <const Value extends string>(value: Value): Check<Value> => oneOf([value])

/** One or the other: `either(oneOf([null]), …)` is a nullable. */
export function either<One, Other>(one: Check<One>, other: Check<Other>): Check<One | Other> {
  return (input): input is One | Other => one(input) || other(input)
}

export function optional<Value>(check: Check<Value>): Check<Value | undefined> {
  return either(oneOf([undefined]), check)
}

export function listOf<Value>(item: Check<Value>): Check<Value[]> {
  return (input): input is Value[] => Array.isArray(input) && input.every(item)
}

/** What `read` returns; undefined where it throws: for a text that is no JSON, or a store that the browser blocks. */
export function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
