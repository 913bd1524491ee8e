import { ApiError } from './api-error.ts'
import { ReadableError } from './readable-error.ts'

/** What a person is told about a failed request: what happened and what to do next. */
type Problem = {
  title: string
  detail: string
  requestId: string | null
  canRetry: boolean
  /** The deployment lacks the capability: an explanation, not a failure. */
  isLacking: boolean
}

export function describeProblem(error: unknown): Problem {
  if (error instanceof ReadableError) {
    return { title: error.title, detail: error.message, requestId: null, canRetry: true, isLacking: false }
  }
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong on this page',
      detail: 'Reload the page. What you saved is safe.',
      requestId: null,
      canRetry: true,
      isLacking: false,
    }
  }
  const known = byCode(error)
  return {
    title: known?.title ?? 'This did not work',
    detail: known?.detail ?? error.message,
    requestId: error.requestId,
    canRetry: canRetry(error),
    isLacking: isLacking(error),
  }
}

/** Whether the service behind the console does not offer what was asked. */
export function isLacking(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'UPSTREAM_LACKS'
}

function canRetry(error: ApiError): boolean {
  if (isLacking(error)) return false
  return error.code === 'SESSION_REQUIRED' || error.status < 400 || error.status >= 408
}

function byCode(error: ApiError): { title: string; detail: string } | undefined {
  if (error.status === 502 || error.status === 503 || error.status === 504) {
    return {
      title: 'The service is not available',
      detail: `${error.message.replace(/\.$/, '')}. Try again in a moment.`,
    }
  }
  switch (error.code) {
    case 'NETWORK':
      return {
        title: 'No connection to the server',
        detail: 'Check that the server is running and that you are online, then try again.',
      }
    case 'UNREADABLE':
      return {
        title: 'An answer could not be read',
        detail: 'The console and its server may be of different versions. Reload the page.',
      }
    case 'HOST_REFUSED':
      return { title: 'Open the console at its own address', detail: error.message }
    case 'SESSION_REQUIRED':
      return { title: 'You are signed out', detail: 'Sign in again to see this.' }
    case 'UPSTREAM_LACKS':
      return { title: 'Not offered by this service', detail: error.message }
    case 'RATE_LIMITED':
      return {
        title: 'Too many requests',
        detail:
          error.retryAfterSeconds === null
            ? 'Wait a moment, then try again.'
            : `Try again in ${error.retryAfterSeconds} seconds.`,
      }
    case 'INTERNAL':
      return {
        title: 'Something went wrong on the server',
        detail: 'Try again. If it stays, give the request id to whoever runs this server.',
      }
    default:
      return undefined
  }
}
