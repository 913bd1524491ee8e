import { LatchkeyWalletElement } from './element.ts'

/**
 * The element's name.
 *
 * @example
 * const wallet = document.createElement(LATCHKEY_WALLET_TAG)
 */
export const LATCHKEY_WALLET_TAG = 'latchkey-wallet'

/**
 * Registers `<latchkey-wallet>`, once per page; on a server it does nothing.
 *
 * @example
 * import { defineLatchkeyWallet } from 'latchkey'
 *
 * defineLatchkeyWallet()
 */
export function defineLatchkeyWallet(): void {
  if (typeof customElements === 'undefined' || customElements.get(LATCHKEY_WALLET_TAG) !== undefined) return
  customElements.define(LATCHKEY_WALLET_TAG, LatchkeyWalletElement)
}
