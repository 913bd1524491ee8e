/** Reason why a call cannot be encoded. `disagrees`: `data` and `functionSignature` encode different calls. */
export type CalldataErrorKind = 'missing' | 'disagrees' | 'invalid'

/**
 * Thrown by `encodeCall` and `resolveCalldata`. `position` is the index of the invalid argument, from 0, or
 * undefined.
 */
export class CalldataError extends Error {
  override name = 'CalldataError'
  readonly kind: CalldataErrorKind
  readonly position: number | undefined

  constructor(kind: CalldataErrorKind, message: string, position?: number) {
    super(message)
    this.kind = kind
    this.position = position
  }
}
