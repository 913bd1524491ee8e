import type { FieldError } from '#protocol/fields.ts'
import { ERRORS, type ErrorCode } from '#protocol/errors.ts'

export type HttpErrorOptions = {
  /** The cause; logged, never answered. */
  cause?: unknown
  /** The refused fields, answered as `content.errors`. */
  errors?: FieldError[]
  /** The caller's own objects that it concerns, sent as `content.details`. */
  details?: Record<string, string>
  /** Headers of the answer, such as Retry-After and Allow. */
  headers?: Record<string, string>
}

/**
 * The one error that becomes an answer. `publicMessage` is what the caller reads; `cause` is for the log only. `code` is
 * of a catalogue, or the word that another server gave. Thrown anywhere, turned into an answer by `errorReply` alone.
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

/** An error of the specification's catalogue. */
export class ApiError extends HttpError {
  override name = 'ApiError'
  declare readonly code: ErrorCode

  constructor(code: ErrorCode, publicMessage: string, options: HttpErrorOptions = {}) {
    super(ERRORS[code].status, code, publicMessage, options)
  }
}

type Catalogue = Readonly<Record<string, { status: number; message: (...data: string[]) => string }>>

/** Makes errors by their code in a catalogue and the data in their text. */
export function errorsOf<Entries extends Catalogue, Made extends HttpError>(
  catalogue: Entries,
  make: (code: keyof Entries & string, publicMessage: string, options?: HttpErrorOptions) => Made,
) {
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
 * An ApiError by its code.
 *
 * @example throw apiError('INSUFFICIENT_SCOPES', 'wallet:read')
 * @example throw apiError('VALIDATION_FAILED', 'expiresAtDatetime must be in the future', { errors })
 */
export const apiError = errorsOf(
  ERRORS,
  (code, publicMessage, options) => new ApiError(code, publicMessage, options),
)

/** The error for a missing row and for another organization's row alike. */
export const notFound = (): ApiError => apiError('NOT_FOUND')

/** @param waitMs until another try may pass; answered in whole seconds, at least one */
export function rateLimited(waitMs: number, headers: Record<string, string> = {}): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return apiError('RATE_LIMITED', { headers: { ...headers, 'retry-after': String(seconds) } })
}
