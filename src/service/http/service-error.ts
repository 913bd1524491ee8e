import { ERRORS, type ErrorCode } from '#shared/baas/errors.ts'
import type { FieldError } from '#shared/baas/envelope.ts'

type Catalogue = typeof ERRORS
/** The data that a code's public text names. */
type ErrorData<Code extends ErrorCode> = Parameters<Catalogue[Code]['message']>

export type ServiceErrorOptions = {
  /** What happened underneath; logged, never answered. */
  cause?: unknown
  /** The refused fields, answered as `content.errors`. */
  errors?: FieldError[]
  /** Headers of the answer, such as Retry-After and Allow. */
  headers?: Record<string, string>
}

/**
 * The service's one error class. `publicMessage` is what the caller reads; `cause` is for the log only.
 * Thrown anywhere, turned into an answer by `errorResponse` alone.
 */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  readonly status: number
  readonly publicMessage: string
  readonly errors?: FieldError[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, publicMessage: string, options: ServiceErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.publicMessage = publicMessage
    if (options.errors !== undefined) this.errors = options.errors
    this.headers = options.headers ?? {}
  }
}

/**
 * A ServiceError by its catalogue code and the data its text names.
 *
 * @example throw serviceError('INSUFFICIENT_SCOPES', 'wallet:read')
 * @example throw serviceError('VALIDATION_FAILED', 'expiresAtDatetime must be in the future', { errors })
 */
export function serviceError<Code extends ErrorCode>(
  code: Code,
  ...rest: [...data: ErrorData<Code>, options?: ServiceErrorOptions]
): ServiceError {
  const texts: string[] = []
  let options: ServiceErrorOptions | undefined
  for (const item of rest) {
    if (typeof item === 'string') texts.push(item)
    else options = item
  }
  const message: (...data: string[]) => string = ERRORS[code].message
  return new ServiceError(code, message(...texts), options)
}
