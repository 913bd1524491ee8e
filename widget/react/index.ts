/** `latchkey/react`: the elements as components. */
export { LatchkeyFrame, LatchkeyWallet } from './components.ts'
export type { LatchkeyFrameProps, LatchkeyWalletProps } from './components.ts'
export type { LatchkeyFrameAttributes, LatchkeyWalletAttributes } from './attributes.ts'
export type { LatchkeyWalletHandlers } from './listeners.ts'
