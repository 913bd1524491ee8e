/**
 * The headless core: the element's flows without its screens. Importing it has no side effects. Every
 * function throws `WidgetError`. The page renders its own screens, and nothing is signed without its
 * `confirm`.
 */
export { createLatchkey, type Latchkey, type LatchkeyOptions } from './create-latchkey.ts'
export type { CancelInput } from './headless-cancel.ts'
export type { CreateWalletInput } from './headless-create.ts'
export type { SignInput, SignedTransaction } from './headless-send.ts'
export type { LoginInput, LoginResult } from './headless-login.ts'
export type { RecoverInput } from './headless-recover.ts'
export { WidgetError, type ErrorReason, type NextAction, type WidgetErrorCode } from '#widget/errors.ts'
export type { Confirmation, Progress } from '#widget/flows/send-screens.ts'
export type { CreatedWallet, Funding } from '#widget/flows/create-context.ts'
export type { Authenticator } from '#widget/passkey/authenticator.ts'
export type { KeyValueStore } from '#widget/memory.ts'
export type { WidgetCall } from '#protocol/widget-call.ts'
