/** `latchkey/react`: the element as a component. */
export { LatchkeyWallet, type LatchkeyWalletProps } from './latchkey-wallet.ts'
export type { LatchkeyWalletAttributes } from './attributes.ts'
export type { LatchkeyWalletHandlers } from './listeners.ts'
