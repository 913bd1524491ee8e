import * as z from 'zod/mini'
import { brokenRule } from '#protocol/errors.ts'
import type { FieldError } from '#protocol/fields.ts'
import { apiError, type ApiError } from './http-error.ts'

// zod/mini has no messages by default. Schemas without messages of their own would report "Invalid input".
z.config(z.locales.en())

const ERRORS_MAX = 50
const PATH_LENGTH_MAX = 100
const SUMMARY_FIELDS_MAX = 3

export type Validated<Value> = { ok: true; value: Value } | { ok: false; errors: FieldError[] }

/**
 * Validates a value against its schema. Reports every invalid field, including unknown ones (profile 6).
 *
 * @throws the code of a named rule that the value breaks (`namedRule`), regardless of other errors
 */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Validated<z.output<Schema>> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const rule = brokenRule(parsed.error.issues)
  if (rule !== undefined) throw apiError(rule)
  return { ok: false, errors: parsed.error.issues.flatMap((issue) => fieldErrors(issue, value)) }
}

/** The 400 that names the fields in its message and lists them in `content.errors`. */
export function validationError(errors: FieldError[], cause?: unknown): ApiError {
  const named = errors
    .slice(0, SUMMARY_FIELDS_MAX)
    .map((error) => `${error.path || 'The body'} ${error.message}`)
  const more = errors.length - named.length
  const summary = named.join('; ') + (more > 0 ? `; and ${more} more` : '')
  return apiError('VALIDATION_FAILED', summary, {
    errors: errors.slice(0, ERRORS_MAX),
    ...(cause !== undefined && { cause }),
  })
}

/** One invalid field that a schema cannot detect, such as a date in the past. */
export function fieldError(path: string, message: string, cause?: unknown): ApiError {
  return validationError([{ path: path.slice(0, PATH_LENGTH_MAX), message }], cause)
}

type Issue = z.core.$ZodIssue

function fieldErrors(issue: Issue, value: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText([...issue.path, key]),
      message: 'is not a known field',
    }))
  }
  if (issue.path.length === 0 && issue.code === 'invalid_type')
    return [{ path: '', message: 'must be a JSON object' }]
  const missing = valueAt(value, issue.path) === undefined
  return [{ path: pathText(issue.path), message: missing ? 'is required' : issue.message }]
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, PATH_LENGTH_MAX)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current: unknown = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Object.getOwnPropertyDescriptor(current, key)?.value
  }
  return current
}
