import { errorReply } from '#server-kit/http/error-reply.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { readRequestId } from '#server-kit/http/request-scope.ts'
import { respond } from '#server-kit/http/respond.ts'

/** Returns the response to every request that arrives while the service starts. */
export function respondStarting(request: Request): Response {
  const error = apiError('UNAVAILABLE', 'The service is starting', { headers: { 'retry-after': '1' } })
  const response = respond(errorReply(error))
  response.headers.set('x-request-id', readRequestId(request.headers))
  return response
}
