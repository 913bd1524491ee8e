import type { FieldError } from '#protocol/baas/envelope.ts'

type ApiErrorDetails = {
  status?: number
  errors?: FieldError[] | undefined
  requestId?: string | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

/**
 * What a request to the page's own server failed with. `code` is the server's stable word, or
 * `NETWORK` (no answer came) or `UNREADABLE` (an answer came that is none of ours).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly errors: FieldError[]
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(code: string, message = code, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? 0
    this.errors = details.errors ?? []
    this.requestId = details.requestId ?? null
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

/** An error whose texts are written for the person in front of the screen: what happened, what to do. */
export class ReadableError extends Error {
  override readonly name: string = 'ReadableError'
  readonly title: string | undefined

  constructor(message: string, { title, cause }: { title?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.title = title
  }
}
