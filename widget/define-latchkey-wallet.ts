import { LatchkeyWalletElement } from './element.ts'
import { errors } from './texts/en.ts'

/**
 * The element's name.
 *
 * @example
 * const wallet = document.createElement(LATCHKEY_WALLET_TAG)
 */
export const LATCHKEY_WALLET_TAG = 'latchkey-wallet'

/**
 * Registers `<latchkey-wallet>` once per page. Does nothing on a server.
 *
 * @example
 * import { defineLatchkeyWallet } from 'latchkey'
 *
 * defineLatchkeyWallet()
 */
export function defineLatchkeyWallet(): void {
  if (typeof customElements === 'undefined') return reportOldBrowser()
  if (customElements.get(LATCHKEY_WALLET_TAG) !== undefined) return
  customElements.define(LATCHKEY_WALLET_TAG, LatchkeyWalletElement)
}

/** Reports an old browser inside the page's tags. Without custom elements, they would stay empty. */
function reportOldBrowser(): void {
  for (const tag of globalThis.document?.querySelectorAll(LATCHKEY_WALLET_TAG) ?? [])
    tag.textContent = errors.UNSUPPORTED_BROWSER
}
