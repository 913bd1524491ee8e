import { classifyError, type WidgetError } from '#widget/errors.ts'

/**
 * An error of a request, with a code of EIP-1193, EIP-1474 or EIP-5792. `message` says what to do next.
 * `data` is the widget's own code and detail, or the node's error data.
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

/** EIP-1193 code of a disconnected provider. */
const DISCONNECTED = 4900
/** EIP-1474 code of an internal error. */
const INTERNAL = -32603

/** Converts an error of the widget. `canRetry` means that a person can correct it. */
export function fromWidget(
  widgetError: Pick<WidgetError, 'code' | 'message' | 'detail'> & { reason?: WidgetError['reason'] },
): { error: ProviderRpcError; canRetry: boolean } {
  const { code, message, detail, reason } = widgetError
  const { rpc = INTERNAL } = classifyError({ code, reason })
  // Only the page's developers can fix it, and they need the parameter's path.
  const isPage = code === 'CONFIGURATION' && detail !== undefined
  const error = new ProviderRpcError(rpc, isPage ? `${message} (${detail})` : message, {
    code,
    detail,
    ...(reason && { reason }),
  })
  return { error, canRetry: rpc === DISCONNECTED || rpc === INTERNAL }
}
