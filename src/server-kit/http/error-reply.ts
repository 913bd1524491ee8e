import * as z from 'zod/mini'
import type { ErrorContent } from '#protocol/fields.ts'
import { isCollision } from '#server-kit/db/retry-collision.ts'
import { saysDatabaseIsAway } from './driver-sentences.ts'
import { apiError, HttpError } from './http-error.ts'

/** A response. The body is the envelope around `content`. */
export type Reply = { status: number; content: unknown; headers: Record<string, string> }

/** The only function that turns an error into a response. Errors other than HttpError become a 500. */
export function errorReply(error: unknown): Reply {
  const known = toHttpError(error)
  const content: ErrorContent = { message: known.publicMessage, code: known.code }
  if (known.errors !== undefined) content.errors = known.errors
  if (known.details !== undefined) content.details = known.details
  return { status: known.status, content, headers: withRetryAfter(known) }
}

/** Adds a default Retry-After to a 503. The error's own header takes precedence. */
function withRetryAfter({ status, headers }: HttpError): Record<string, string> {
  return status === 503 ? { 'retry-after': '5', ...headers } : headers
}

/**
 * Wraps any error. UNAVAILABLE means that the database cannot be reached or written, or that it aborted the work
 * repeatedly because of other work. The caller may retry.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (isDatabaseAway(error)) {
    return apiError('UNAVAILABLE', 'The database is not available', { cause: error })
  }
  if (isCollision(error)) {
    return apiError('UNAVAILABLE', 'The service is busy. Try again later.', { cause: error })
  }
  return apiError('INTERNAL', { cause: error })
}

/** An error response of OAuth 2.0 (RFC 6749 5.2), which the OAuth library sets as the cause. It holds no secret. */
const oauthErrorSchema = z.object({ error: z.string(), error_description: z.optional(z.string()) })

/**
 * The loggable part of an error: name, code, message and stack of the error and its causes. Omits the other
 * fields that drivers add, because they hold values of rows.
 */
export function loggableError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error))
    return { message: 'a value that is not an Error was thrown', ...oauthErrorSchema.safeParse(error).data }
  const loggable: Record<string, unknown> = { name: error.name, message: error.message, stack: error.stack }
  if ('code' in error) loggable['code'] = error.code
  if (error.cause !== undefined && depth < 4) loggable['cause'] = loggableError(error.cause, depth + 1)
  return loggable
}

const NETWORK_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EPIPE',
])
/** SQLSTATE classes (the first two characters): connection; disk full or too many connections. */
const AWAY_CLASSES: ReadonlySet<string> = new Set(['08', '53'])
/**
 * SQLSTATE of a shutdown, of a read-only server, and of a transaction that idled too long, for example after
 * a pause.
 */
const AWAY_STATES: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '25006', '25P03'])
const SQLSTATE_LENGTH = 5

/**
 * Whether an error means that the database cannot be used: a network error of Node, a state of Postgres, or an error
 * of the driver without a code.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isAwayClass = code.length === SQLSTATE_LENGTH && AWAY_CLASSES.has(code.slice(0, 2))
  if (NETWORK_CODES.has(code) || AWAY_STATES.has(code) || isAwayClass) return true
  return saysDatabaseIsAway(error)
}

/** The reason why an operation failed, as a sentence for the operator. Undefined for an unexpected error. */
export function errorSentence(error: unknown): string | undefined {
  const known = toHttpError(error)
  if (known.code === 'INTERNAL') return undefined
  const fields = (known.errors ?? []).map(({ path, message }) => `  ${path} ${message}`)
  return [known.publicMessage, ...fields].join('\n')
}
