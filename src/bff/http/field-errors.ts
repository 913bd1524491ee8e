import * as z from 'zod/mini'
import type { FieldError } from '#shared/baas/envelope.ts'
import { bffError, type BffError } from './bff-error.ts'

// zod/mini comes without texts; schemas without a text of their own would answer "Invalid input".
z.config(z.locales.en())

const ERRORS_MAX = 50
const PATH_LENGTH_MAX = 100
const SUMMARY_FIELDS_MAX = 3

type Issue = z.core.$ZodIssue

/** Every refused field of an input with a dotted path, unknown fields too. Source: profile 6. */
export function fieldErrors(issues: readonly Issue[], input: unknown): FieldError[] {
  return issues.flatMap((issue) => describe(issue, input))
}

/** VALIDATION_FAILED: the message names the first fields, `content.errors` lists them. */
export function refusedFields(errors: FieldError[]): BffError {
  const named = errors
    .slice(0, SUMMARY_FIELDS_MAX)
    .map(({ path, message }) => `${path || 'The body'} ${message}`)
  const more = errors.length - named.length
  const summary = named.join('; ') + (more > 0 ? `; and ${more} more` : '')
  return bffError('VALIDATION_FAILED', summary, { errors: errors.slice(0, ERRORS_MAX) })
}

function describe(issue: Issue, input: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText([...issue.path, key]),
      message: 'is not a known field',
    }))
  }
  if (issue.path.length === 0 && issue.code === 'invalid_type')
    return [{ path: '', message: 'must be a JSON object' }]
  const missing = valueAt(input, issue.path) === undefined
  return [{ path: pathText(issue.path), message: missing ? 'is required' : issue.message }]
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, PATH_LENGTH_MAX)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.getOwnPropertyDescriptor(value, key)?.value
  }
  return value
}
