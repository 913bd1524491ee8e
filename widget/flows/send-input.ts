import type { WidgetCall } from '#protocol/widget-call.ts'
import type { TransferDraft } from './send-screens.ts'

/** The request to prepare again: a transfer with the typed values, or a page's call. */
export type Again = { walletAddress: string; draft?: TransferDraft; call?: WidgetCall }

/** The page's input for signing a call. */
export type SendInput = {
  /** The page's hostname. It must be the domain of the passkey or a subdomain of it. */
  host: string
  /** The domain of a passkey that neither the server nor this browser knows. */
  rpId: string
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  amount?: string | undefined
  /**
   * Reads and checks the present value of the page's other pinned attributes.
   *
   * @throws WidgetError `CONFIGURATION`
   */
  attribute?: ((name: 'token-decimals' | 'token-symbol' | 'max-fee') => string | undefined) | undefined
  /** Starts at the confirm screen with this transfer or page's call, as a new call. */
  again?: Again | undefined
}
