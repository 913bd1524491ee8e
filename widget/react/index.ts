/** `latchkey/react`: the elements as components. */
export { LatchkeyFrame, type LatchkeyFrameProps } from './components.ts'
export { LatchkeyWallet, type LatchkeyWalletProps } from './components.ts'
export type { LatchkeyFrameAttributes, LatchkeyWalletAttributes } from './attributes.ts'
export type { LatchkeyWalletHandlers } from './listeners.ts'
