import type { ErrorContent } from '#shared/baas/envelope.ts'
import type { BffError } from './bff-error.ts'

/** An answer in the envelope. Source: spec "Response envelope". */
export function answer(content: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ statusCode: status, content }), {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  })
}

/** The one place where an error becomes an answer. */
export function errorResponse(error: BffError): Response {
  const content: ErrorContent = { message: error.publicMessage }
  if (error.code !== undefined) content.code = error.code
  if (error.errors !== undefined) content.errors = error.errors
  // Whoever is told to come back is told when; the error itself may know better.
  const headers = error.status === 503 ? { 'retry-after': '5', ...error.headers } : error.headers
  return answer(content, error.status, headers)
}
