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
const CODES = new Map([
  ['CONFIGURATION', -32602],
  ['UNSUPPORTED_BROWSER', 4200],
  ['NETWORK_FAILED', 4900],
  ['OFFLINE', 4900],
])

/** The code of a widget's error; undefined for those that a person can correct. */
export function rpcCode(code: string, detail = ''): number | undefined {
  if (code === 'UNEXPECTED_ANSWER' && detail.startsWith('chain-id')) return 4901
  return UNAUTHORIZED.test(code) ? 4100 : CODES.get(code)
}
