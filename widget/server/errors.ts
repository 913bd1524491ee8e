import type { ErrorContent, FieldError } from './operations.ts'

type About = { code: string; status?: number; requestId?: string; cause?: unknown }

/**
 * An error of a call. Every error of `latchkey/server` extends this class.
 *
 * @example
 * if (error instanceof LatchkeyError) log.warn(error.code, error.requestId)
 */
export class LatchkeyError extends Error {
  /**
   * A code of the service such as `WALLET_NOT_OWNED`, or `CONNECTION_FAILED`, `REDIRECTED`,
   * `ANSWER_UNREADABLE` or `WEBHOOK_REFUSED`.
   */
  readonly code: string
  /** HTTP status of the response. Undefined if there is none. */
  readonly status: number | undefined
  /** Id of the request in the service's log. */
  readonly requestId: string | undefined

  constructor(message: string, { code, status, requestId, cause }: About) {
    super(message, { cause })
    this.name = new.target.name
    this.code = code
    this.status = status
    this.requestId = requestId
  }
}

/**
 * There is no readable response. The request may or may not have taken effect.
 *
 * @example
 * if (error instanceof ConnectionError) queue.push({ signed, idempotencyKey })
 */
export class ConnectionError extends LatchkeyError {}

/**
 * A webhook that is not from your service, was changed, or is too old.
 *
 * @example
 * if (error instanceof WebhookError) return new Response(null, { status: 400 })
 */
export class WebhookError extends LatchkeyError {}

type Refusal = { status: number; requestId?: string; retryAfterSeconds?: number }

const describeRefusal = (content: ErrorContent, { status, requestId }: Refusal): About => ({
  code: content.code ?? `HTTP_${status}`,
  status,
  ...(requestId === undefined ? {} : { requestId }),
})

/**
 * The service rejected the request, which had no effect.
 *
 * @example
 * if (error instanceof RefusedError && error.code === 'WALLET_ALREADY_DEPLOYED') return
 */
export class RefusedError extends LatchkeyError {
  /** Further facts about the code, such as the policy that blocked the call. */
  readonly details: Readonly<Record<string, string>>
  /** The invalid parts of the input, and what they must be. */
  readonly fields: readonly FieldError[]

  constructor(content: ErrorContent, refusal: Refusal) {
    super(content.message, describeRefusal(content, refusal))
    this.details = content.details ?? {}
    this.fields = content.errors ?? []
  }
}

/**
 * Too many calls (429), the same call in progress (`CONFLICT`), or a failed service (5xx), after the last
 * retry. After a 5xx, the request may or may not have taken effect.
 *
 * @example
 * if (error instanceof UnavailableError) response.set('retry-after', String(error.retryAfterSeconds ?? 60))
 */
export class UnavailableError extends LatchkeyError {
  /** Time to wait before a retry, if the response contains it. */
  readonly retryAfterSeconds: number | undefined

  constructor(content: ErrorContent, refusal: Refusal) {
    super(content.message, describeRefusal(content, refusal))
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}
