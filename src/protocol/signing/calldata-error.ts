/** Why a call cannot be encoded: nothing was given, `data` and `functionSignature` encode differently, or a part is invalid. */
export type CalldataErrorKind = 'missing' | 'disagrees' | 'invalid'

/** Thrown by `encodeCall` and `resolveCalldata`. `position` is the index of the argument at fault, from 0, where there is one. */
export class CalldataError extends Error {
  override name = 'CalldataError'
  readonly kind: CalldataErrorKind
  readonly position?: number

  constructor(kind: CalldataErrorKind, message: string, position?: number) {
    super(message)
    this.kind = kind
    if (position !== undefined) this.position = position
  }
}
