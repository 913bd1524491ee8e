import { BffError, bffError } from './bff-error.ts'

/** Node's network errors, SQLSTATE classes 08 (connection), 53 (disk full, too many connections) and 57P (shutdown), and 25006 (read-only). */
const DATABASE_AWAY = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|08...|53...|57P0[123]|25006)$/

/** Wraps any error. A database that cannot be reached or written is 503; whatever else is not ours is a plain 500. */
export function knownError(error: unknown): BffError {
  if (error instanceof BffError) return error
  if (error instanceof Error && 'code' in error && DATABASE_AWAY.test(String(error.code))) {
    return bffError('UNAVAILABLE', 'The database is not available', { cause: error })
  }
  return bffError('INTERNAL', { cause: error })
}

/**
 * What the log keeps of an error: name, code, message and stack of it and its causes. Never the other
 * fields that drivers add, which hold values of rows.
 */
export function loggable(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'a value that is not an Error was thrown' }
  const kept: Record<string, unknown> = { name: error.name, message: error.message, stack: error.stack }
  if ('code' in error) kept['code'] = error.code
  if (error.cause !== undefined && depth < 4) kept['cause'] = loggable(error.cause, depth + 1)
  return kept
}
