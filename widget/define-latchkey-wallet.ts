import { LatchkeyWalletElement } from './element.ts'

/** The element's name. */
export const LATCHKEY_WALLET_TAG = 'latchkey-wallet'

/** Registers `<latchkey-wallet>`, once per page whoever asks; on a server it does nothing. */
export function defineLatchkeyWallet(): void {
  if (typeof customElements === 'undefined' || customElements.get(LATCHKEY_WALLET_TAG) !== undefined) return
  customElements.define(LATCHKEY_WALLET_TAG, LatchkeyWalletElement)
}
