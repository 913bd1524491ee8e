import { ERRORS } from '#shared/baas/errors.ts'
import type { FieldError } from '#shared/baas/envelope.ts'
import { BFF_ERRORS } from '#shared/org/bff-errors.ts'

const CATALOGUE = { ...ERRORS, ...BFF_ERRORS }
type Catalogue = typeof CATALOGUE
export type AnswerCode = keyof Catalogue

export type BffErrorOptions = {
  /** What happened underneath; logged, never answered. */
  cause?: unknown
  /** The refused fields, answered as `content.errors`. */
  errors?: FieldError[]
  /** Headers of the answer, such as Retry-After and Allow. */
  headers?: Record<string, string>
}

/**
 * The BFF's one error class. `publicMessage` is what the caller reads; `cause` is for the log only.
 * `code` is of our catalogue, or the word that the upstream gave. Thrown anywhere, answered by `errorResponse` alone.
 */
export class BffError extends Error {
  override name = 'BffError'
  readonly status: number
  readonly code: string | undefined
  readonly publicMessage: string
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string | undefined,
    publicMessage: string,
    options: BffErrorOptions = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = status
    this.code = code
    this.publicMessage = publicMessage
    this.errors = options.errors
    this.headers = options.headers ?? {}
  }
}

/** A BffError by its catalogue code and the data its text names. */
export function bffError<Code extends AnswerCode>(
  code: Code,
  ...rest: [...data: Parameters<Catalogue[Code]['message']>, options?: BffErrorOptions]
): BffError {
  const texts: string[] = []
  let options: BffErrorOptions | undefined
  for (const item of rest) {
    if (typeof item === 'string') texts.push(item)
    else options = item
  }
  const entry: { status: number; message: (...data: string[]) => string } = CATALOGUE[code]
  return new BffError(entry.status, code, entry.message(...texts), options)
}
