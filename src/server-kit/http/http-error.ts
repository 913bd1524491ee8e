import { ERRORS, type ErrorCode } from '#protocol/errors.ts'
import type { FieldError } from '#protocol/fields.ts'

export type HttpErrorOptions = {
  /** The cause. It is logged and never sent. */
  cause?: unknown
  /** Invalid fields, sent as `content.errors`. */
  errors?: FieldError[]
  /** The caller's own objects that the error concerns, sent as `content.details`. */
  details?: Record<string, string>
  /** Response headers, such as Retry-After and Allow. */
  headers?: Record<string, string>
}

/**
 * The only error that becomes a response. The caller reads `publicMessage`; `cause` is only logged. `code`
 * comes from a catalogue or from another server. Code throws it anywhere, and only `errorReply` turns it into
 * a response.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly code: string | undefined
  readonly publicMessage: string
  readonly errors?: FieldError[]
  readonly details?: Record<string, string>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string | undefined,
    publicMessage: string,
    options: HttpErrorOptions = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = status
    this.code = code
    this.publicMessage = publicMessage
    if (options.errors !== undefined) this.errors = options.errors
    if (options.details !== undefined) this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/** An error of the specification's catalog. */
export class ApiError extends HttpError {
  override name = 'ApiError'
  declare readonly code: ErrorCode

  constructor(code: ErrorCode, publicMessage: string, options: HttpErrorOptions = {}) {
    super(ERRORS[code].status, code, publicMessage, options)
  }
}

type Catalogue = Readonly<Record<string, { status: number; message: (...data: string[]) => string }>>

/** Creates errors from a catalog, by their code and the values for their text. */
export function createErrors<Entries extends Catalogue, Made extends HttpError>(
  catalogue: Entries,
  make: (code: keyof Entries & string, publicMessage: string, options?: HttpErrorOptions) => Made,
): <Code extends keyof Entries & string>(
  code: Code,
  ...rest: [...data: Parameters<Entries[Code]['message']>, options?: HttpErrorOptions]
) => Made {
  return <Code extends keyof Entries & string>(
    code: Code,
    ...rest: [...data: Parameters<Entries[Code]['message']>, options?: HttpErrorOptions]
  ): Made => {
    const texts = rest.filter((item) => typeof item === 'string')
    const options = rest.find((item) => typeof item !== 'string')
    const message: ((...data: string[]) => string) | undefined = catalogue[code]?.message
    return make(code, message?.(...texts) ?? code, options)
  }
}

/**
 * Creates an ApiError by its code.
 *
 * @example throw apiError('INSUFFICIENT_SCOPES', 'wallet:read')
 * @example throw apiError('VALIDATION_FAILED', 'expiresAtDatetime must be in the future', { errors })
 */
export const apiError = createErrors(
  ERRORS,
  (code, publicMessage, options) => new ApiError(code, publicMessage, options),
)

/** The error for a missing row. For a row of another organization, use the same error. */
export const notFound = (): ApiError => apiError('NOT_FOUND')

/** @param waitMs time until the next allowed attempt, sent in whole seconds, at least one */
export function rateLimited(waitMs: number, headers: Record<string, string> = {}): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return apiError('RATE_LIMITED', { headers: { ...headers, 'retry-after': String(seconds) } })
}

const SHUTDOWN_RETRY_SECONDS = 1

/**
 * The error for a request that this process does not finish because it shuts down. The caller can retry it at another
 * process, or after the restart.
 */
export const shuttingDown = (): ApiError =>
  apiError('UNAVAILABLE', 'This process is shutting down', {
    headers: { 'retry-after': String(SHUTDOWN_RETRY_SECONDS) },
  })
