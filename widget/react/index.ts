/** `latchkey/react`: the elements as components. */
export { LatchkeyFrame, type LatchkeyFrameProps } from './latchkey-frame.ts'
export { LatchkeyWallet, type LatchkeyWalletProps } from './latchkey-wallet.ts'
export type { LatchkeyFrameAttributes, LatchkeyWalletAttributes } from './attributes.ts'
export type { LatchkeyWalletHandlers } from './listeners.ts'
