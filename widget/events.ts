import type { Hex } from 'viem'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { LatchkeyBeforeEvent } from './before-event.ts'
import type { ErrorReason, WidgetErrorCode } from './errors.ts'
import { LatchkeyEvent } from './latchkey-event.ts'

/**
 * A created wallet. `transactionHash` is empty if the wallet already existed because an earlier response was
 * lost.
 *
 * @example
 * wallet.addEventListener('latchkey-created', ({ detail }) => {
 *   console.log(`${detail.label} is ${detail.address}`)
 * })
 */
export type CreatedDetail = { address: string; label: string; transactionHash: string }
/**
 * An accepted transfer. It has `transactionHash` if it was executed immediately, or `transactionUuid` if it
 * is held for the user's approval.
 *
 * @example
 * wallet.addEventListener('latchkey-executed', ({ detail }) => {
 *   if (detail.transactionUuid !== undefined) showWaitingForApproval(detail.transactionUuid)
 * })
 */
export type ExecutedDetail = {
  digest: Hex
  transactionHash?: string | undefined
  transactionUuid?: string | undefined
}
/**
 * A transaction's new state. `reason` says why it was declined or failed. `reported` means that the person
 * did not request it. Until `executableUntil` (ISO 8601), anyone who has seen the signature of a failed
 * transaction can still execute it.
 *
 * @example
 * wallet.addEventListener('latchkey-status', ({ detail }) => {
 *   if (detail.status === 'CONFIRMED') markAsPaid(detail.digest)
 * })
 */
export type StatusDetail = ExecutedDetail & {
  status: TransactionState
  reason?: string | undefined
  reported?: boolean
  executableUntil?: string | undefined
}
/**
 * The call that the passkey is about to sign. Amounts are bigint in base units. `expiration` is in Unix
 * seconds.
 *
 * @example
 * wallet.addEventListener('latchkey-before-sign', ({ detail }) => {
 *   storeWithOrder(detail.digest)
 * })
 */
export type BeforeSignDetail = { digest: Hex; call: ExecuteCall }
/**
 * A reported error. The person sees `message`. `detail` is for developers. No member contains a token or a
 * code. `reason` distinguishes causes that share a code.
 *
 * @example
 * wallet.addEventListener('latchkey-error', ({ detail }) => {
 *   console.warn(detail.code, detail.message, detail.detail)
 * })
 */
export type ErrorDetail = {
  code: WidgetErrorCode
  message: string
  detail: string | undefined
  reason?: ErrorReason | undefined
}

/**
 * A wallet's passkey is about to be created. Contains its domain and the wallet's name, which may be empty.
 *
 * @example
 * wallet.addEventListener('latchkey-before-create', ({ detail }) => {
 *   console.log(`a passkey of ${detail.rpId} is about to be made`)
 * })
 */
export type BeforeCreateDetail = { rpId: string; label: string }

/**
 * The prompt that creates a wallet's passkey is about to open. `preventDefault()` stops it. `waitUntil()`
 * waits for a check first.
 *
 * @example
 * wallet.addEventListener('latchkey-before-create', (event) => {
 *   if (!isSignedIn()) event.preventDefault()
 * })
 */
export class LatchkeyBeforeCreateEvent extends LatchkeyBeforeEvent<BeforeCreateDetail> {
  constructor(detail: BeforeCreateDetail) {
    super('before-create', detail)
  }
}

/**
 * The wallet was created.
 *
 * @example
 * wallet.addEventListener('latchkey-created', (event) => {
 *   if (event instanceof LatchkeyCreatedEvent) saveAddress(event.detail.address)
 * })
 */
export class LatchkeyCreatedEvent extends LatchkeyEvent<CreatedDetail> {
  constructor(detail: CreatedDetail) {
    super('created', detail)
  }
}

/**
 * The service has accepted the transfer. It is final only after `latchkey-status` with `CONFIRMED`.
 *
 * @example
 * wallet.addEventListener('latchkey-executed', (event) => {
 *   if (event instanceof LatchkeyExecutedEvent) saveDigest(event.detail.digest)
 * })
 */
export class LatchkeyExecutedEvent extends LatchkeyEvent<ExecutedDetail> {
  constructor(detail: ExecutedDetail) {
    super('executed', detail)
  }
}

/**
 * The state of an executed transfer has changed.
 *
 * @example
 * wallet.addEventListener('latchkey-status', (event) => {
 *   if (event instanceof LatchkeyStatusEvent) showStatus(event.detail.status)
 * })
 */
export class LatchkeyStatusEvent extends LatchkeyEvent<StatusDetail> {
  constructor(detail: StatusDetail) {
    super('status', detail)
  }
}

/**
 * The names of the outcome events. Three differ from their state: two have a plainer name, and
 * `latchkey-cancelled` already means that the person left.
 */
type Outcome =
  | 'held'
  | 'declined'
  | 'withdrawn'
  | Lowercase<Exclude<TransactionState, 'PENDING_USER_APPROVAL' | 'REJECTED' | 'CANCELLED'>>

function nameOutcome(status: TransactionState): string {
  if (status === 'PENDING_USER_APPROVAL') return 'held'
  if (status === 'CANCELLED') return 'withdrawn'
  return status === 'REJECTED' ? 'declined' : status.toLowerCase()
}

/**
 * The same as `latchkey-status`, with the state as the event's name: `latchkey-held`, `latchkey-confirmed`, …
 *
 * @example
 * wallet.addEventListener('latchkey-confirmed', ({ detail }) => {
 *   showReceipt(detail.transactionHash)
 * })
 */
export class LatchkeyOutcomeEvent extends LatchkeyEvent<StatusDetail> {
  constructor(detail: StatusDetail) {
    super(nameOutcome(detail.status), detail)
  }
}

/**
 * The person has confirmed, and the passkey prompt is about to open. `preventDefault()` stops it.
 * `waitUntil()` waits for a check by the page's backend first.
 *
 * @example
 * wallet.addEventListener('latchkey-before-sign', (event) => {
 *   if (event.detail.call.value > 0n) event.preventDefault()
 * })
 */
export class LatchkeyBeforeSignEvent extends LatchkeyBeforeEvent<BeforeSignDetail> {
  constructor(detail: BeforeSignDetail) {
    super('before-sign', detail)
  }
}

/**
 * The person left with the widget's Cancel button.
 *
 * @example
 * wallet.addEventListener('latchkey-cancelled', () => wallet.remove())
 */
export class LatchkeyCancelledEvent extends LatchkeyEvent<null> {
  constructor() {
    super('cancelled', null)
  }
}

/**
 * The person was shown an error. Most errors can be fixed in the widget itself. A page that handles the error
 * can call `preventDefault()` to keep it off the browser's console.
 *
 * @example
 * wallet.addEventListener('latchkey-error', (event) => {
 *   if (event instanceof LatchkeyErrorEvent) report(event.detail.code)
 * })
 */
export class LatchkeyErrorEvent extends LatchkeyEvent<ErrorDetail> {
  constructor(detail: ErrorDetail) {
    super('error', detail, true)
  }
}

/** The passkey's wallet was found on this device. */
export type LoggedInDetail = { address: string; label: string }
/** Tokens have arrived. `units` is in base units. */
export type ReceivedDetail = { walletAddress: string; tokenAddress: string; units: bigint }
/** The wallet's contract now has this backup address. The zero address means that there is none. */
export type BackupSetDetail = { address: string; backupAddress: string }
/** The wallet's contract now has this co-signer. The zero address means that there is none. */
export type CoSignerSetDetail = { address: string; coSigner: string }
/**
 * A passkey that was added to the wallet's contract or removed from it. Its coordinates have 64 hex digits
 * each.
 */
export type DeviceDetail = { address: string; qx: string; qy: string }
/**
 * The events of both elements by name, for `addEventListener`.
 *
 * @example
 * const names: (keyof LatchkeyEventMap)[] = ['latchkey-confirmed', 'latchkey-failed']
 * for (const name of names) wallet.addEventListener(name, () => refreshOrder())
 */
export type LatchkeyEventMap = {
  'latchkey-before-login': LatchkeyBeforeEvent<{ rpId: string }>
  'latchkey-logged-in': CustomEvent<LoggedInDetail>
  'latchkey-received': CustomEvent<ReceivedDetail>
  'latchkey-backup-set': CustomEvent<BackupSetDetail>
  'latchkey-co-signer-set': CustomEvent<CoSignerSetDetail>
  'latchkey-device-added': CustomEvent<DeviceDetail>
  'latchkey-device-removed': CustomEvent<DeviceDetail>
  'latchkey-before-recover': LatchkeyBeforeEvent<{ address: string; rpId: string }>
  'latchkey-recovery-ready': CustomEvent<LoggedInDetail>
  'latchkey-before-sign-message': LatchkeyBeforeEvent<{ digest: Hex; hash: Hex; message: SignableMessage }>
  /** The wallet's `isValidSignature(hash, signature)` returns 0x1626ba7e (ERC-1271). */
  'latchkey-signed': CustomEvent<{ walletAddress: string; hash: Hex; digest: Hex; signature: Hex }>
  'latchkey-before-create': LatchkeyBeforeCreateEvent
  'latchkey-created': LatchkeyCreatedEvent
  'latchkey-executed': LatchkeyExecutedEvent
  'latchkey-status': LatchkeyStatusEvent
  'latchkey-before-sign': LatchkeyBeforeSignEvent
  'latchkey-cancelled': LatchkeyCancelledEvent
  'latchkey-error': LatchkeyErrorEvent
} & Record<`latchkey-${Outcome}`, LatchkeyOutcomeEvent>

type EventName<Key> = Key extends `latchkey-${infer Name}` ? Name : never

/** Wallet flow events that the page can stop. */
type BeforeName = Extract<EventName<keyof LatchkeyEventMap>, `before-${string}`>

/** Creates a wallet flow event that the page can stop. */
export function beforeEvent<Name extends BeforeName>(
  name: Name,
  detail: LatchkeyEventMap[`latchkey-${Name}`]['detail'],
): LatchkeyBeforeEvent<typeof detail> {
  return new LatchkeyBeforeEvent(name, detail)
}

/** Creates a wallet flow event. */
export function walletEvent<Name extends Exclude<EventName<keyof LatchkeyEventMap>, BeforeName>>(
  name: Name,
  detail: LatchkeyEventMap[`latchkey-${Name}`]['detail'],
): CustomEvent {
  return new LatchkeyEvent(name, detail)
}

/** Types the events of both elements. */
declare global {
  interface HTMLElementEventMap extends LatchkeyEventMap {}
}
