import type { ErrorContent, FieldError } from './operations.ts'

type About = { code: string; status?: number; requestId?: string; cause?: unknown }

/**
 * What went wrong with a call: every error of `latchkey/server` is one of these.
 *
 * @example
 * if (error instanceof LatchkeyError) log.warn(error.code, error.requestId)
 */
export class LatchkeyError extends Error {
  /**
   * A code of the service such as `WALLET_NOT_OWNED`, or `CONNECTION_FAILED`, `REDIRECTED`, `ANSWER_UNREADABLE`,
   * `WEBHOOK_REFUSED`.
   */
  readonly code: string
  /** HTTP status of the answer; undefined without one. */
  readonly status: number | undefined
  /** Names the request in the service's log. */
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
 * There is no answer that can be read: what was asked for may have happened, or may not.
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

const aboutOf = (content: ErrorContent, { status, requestId }: Refusal): About => ({
  code: content.code ?? `HTTP_${status}`,
  status,
  ...(requestId === undefined ? {} : { requestId }),
})

/**
 * The service refused: what was asked for did not happen.
 *
 * @example
 * if (error instanceof RefusedError && error.code === 'WALLET_ALREADY_DEPLOYED') return
 */
export class RefusedError extends LatchkeyError {
  /** What the code says more about, such as the policy that refused. */
  readonly details: Readonly<Record<string, string>>
  /** Which parts of the input cannot be right, and what they must be. */
  readonly fields: readonly FieldError[]

  constructor(content: ErrorContent, refusal: Refusal) {
    super(content.message, aboutOf(content, refusal))
    this.details = content.details ?? {}
    this.fields = content.errors ?? []
  }
}

/**
 * Too many calls (429), the same call under way (`CONFLICT`), or a service that failed (5xx), after the last try. After a 5xx
 * what was asked for may have happened, or may not.
 *
 * @example
 * if (error instanceof UnavailableError) response.set('retry-after', String(error.retryAfterSeconds ?? 60))
 */
export class UnavailableError extends LatchkeyError {
  /** When to come again, where the answer says it. */
  readonly retryAfterSeconds: number | undefined

  constructor(content: ErrorContent, refusal: Refusal) {
    super(content.message, aboutOf(content, refusal))
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}
