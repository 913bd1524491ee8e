import { defineLatchkeyWallet } from './define-latchkey-wallet.ts'

/** Entry of the script tag. Importing it defines `<latchkey-wallet>`. */
defineLatchkeyWallet()
