import type { FieldError } from '#protocol/fields.ts'

type ApiErrorDetails = {
  status?: number
  errors?: FieldError[] | undefined
  requestId?: string | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

/**
 * A failed request to the page's own server. `code` is the server's stable code, or `NETWORK` (no response)
 * or `UNREADABLE` (an unknown response).
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

/** An error with texts for the user: what happened and what to do. */
export class ReadableError extends Error {
  override readonly name: string = 'ReadableError'
  readonly title: string | undefined

  constructor(message: string, { title, cause }: { title?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.title = title
  }
}
