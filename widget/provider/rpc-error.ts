import type { WidgetError } from '#widget/errors.ts'

/**
 * An error of a request, with a code of EIP-1193, EIP-1474 or EIP-5792. `message` says what to do next; `data` is the
 * widget's own code and detail, or what the node answered.
 *
 * @example
 * const isLeft = (error: unknown) => error instanceof ProviderRpcError && error.code === 4001
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** For the page's makers to mend. */
const UNAUTHORIZED = /^(RP_ID_|ORIGIN_|OPERATION_|SESSION_|EMAIL_|NO_WALLET|WALLET_NOT_)/
const CODES = new Map<string, number>([
  ['CONFIGURATION', -32602],
  ['UNSUPPORTED_BROWSER', 4200],
  ['NETWORK_FAILED', 4900],
  ['OFFLINE', 4900],
])

/** An error of the widget; `canRetry`: a person can correct it. */
export function fromWidget({ code, message, detail }: Pick<WidgetError, 'code' | 'message' | 'detail'>) {
  const isOtherChain = code === 'UNEXPECTED_ANSWER' && detail?.startsWith('chain-id') === true
  const isDeclined = detail?.startsWith('approval: ') === true
  const known = isDeclined ? 4001 : UNAUTHORIZED.test(code) ? 4100 : CODES.get(code)
  const error = new ProviderRpcError(isOtherChain ? 4901 : (known ?? -32603), message, { code, detail })
  return { error, canRetry: error.code === 4900 || error.code === -32603 }
}
