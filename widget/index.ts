/**
 * The entry without side effects. Importing it defines nothing, on a server too. `defineLatchkeyWallet()` or
 * the entry `define.ts` registers the element.
 */
export { LatchkeyWalletElement } from './element.ts'
export { defineLatchkeyWallet, LATCHKEY_WALLET_TAG } from './define-latchkey-wallet.ts'
export { WidgetError, type ErrorReason, type NextAction, type WidgetErrorCode } from './errors.ts'
export { LatchkeyBeforeEvent } from './before-event.ts'
export {
  LatchkeyBeforeCreateEvent,
  LatchkeyBeforeSignEvent,
  LatchkeyCancelledEvent,
  LatchkeyCreatedEvent,
  LatchkeyErrorEvent,
  LatchkeyExecutedEvent,
  LatchkeyOutcomeEvent,
  LatchkeyStatusEvent,
  type BeforeCreateDetail,
  type BeforeSignDetail,
  type CreatedDetail,
  type ErrorDetail,
  type ExecutedDetail,
  type LatchkeyEventMap,
  type StatusDetail,
} from './events.ts'
export type { WidgetCall } from '#protocol/widget-call.ts'
export type { SignableMessage } from '#protocol/widget-call.ts'
