import { defineLatchkeyWallet } from './define-latchkey-wallet.ts'

/** The entry of the script tag: importing it defines `<latchkey-wallet>`. */
defineLatchkeyWallet()
