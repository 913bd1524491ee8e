import type { Hex } from 'viem'
import {
  BYPASSED_REASONS,
  LOST_REASON,
  OUTSIDE_REASON,
  type Bypassed,
  type TransactionState,
} from '#protocol/transaction-states.ts'
import type { WalletEvent } from '#service/chain/wallet-events.ts'
import type { Settlement } from '#service/ledger/move-transactions.ts'

/** The stored facts of a transaction, of its approval, and of the relayer's last attempt. */
export type Recorded = {
  state: TransactionState
  /** Block of an execution that was seen before it was final. */
  blockNumber: bigint | null
  /**
   * Undefined if no approval was required. `approved` is null before the decision. `asks`: whose approval is
   * required.
   */
  held?:
    | { approved: boolean | null; isOverdue: boolean; isCancelledByOrganization: boolean; asks: Bypassed }
    | undefined
  /** The checks that an earlier execution bypassed, before a reorg removed its block. */
  bypassed?: Bypassed | undefined
  /** True if the service found the execution on the chain without a request to execute it. */
  isOutside?: boolean
  relayed?:
    | {
        status: 'signed' | 'confirmed' | 'failed'
        hash: Hex
        blockNumber: bigint | null
        reason: string | null
      }
    | undefined
}

/**
 * An event of the wallet in a final block. `note` is the note on an execution (`execution-notes.ts`). `isSent`: the
 * service itself sent the execution (`sent-by-service.ts`). Undefined if that was not looked up.
 */
export type OutcomeEvent = WalletEvent & { note?: string | undefined; isSent?: boolean }

/**
 * The known facts about a digest: the wallet's event, or that it was not spent in any block up to
 * `unspentAt`.
 */
export type Known = { event: OutcomeEvent } | { unspentAt: bigint }

export type Decision = Omit<Settlement, 'id'>

const CANCELLED = 'its signer cancelled it'
const NO_WALLET = 'the call did nothing: there was no wallet at the address'
const TAKEN_BACK = 'the chain took the block of its execution back'
/**
 * The `reason` of a transaction after a reorg removed an execution that had bypassed a check. It differs from
 * the usual one so that the next execution raises an alert too.
 */
const UNAPPROVED_TAKEN_BACK = 'the chain took the block of its execution without an approval back'

/**
 * Decides the outcome of a transaction by its wallet's event. The relayer's receipt only covers the relayer's
 * own transaction, but anyone can bring the signed call to the chain. Returns undefined if nothing changes.
 * Only this function decides CONFIRMED, CANCELLED and, for sent transactions, FAILED. Source: profile 8, ADR
 * 0010.
 */
export function decideOutcome(recorded: Recorded, known: Known): Decision | undefined {
  const { state, held, relayed } = recorded
  const isCancelledByOrganization = state === 'CANCELLED' && held?.isCancelledByOrganization === true
  if (state === 'CONFIRMED' || (state === 'CANCELLED' && !isCancelledByOrganization)) return undefined
  const bypassed = recorded.bypassed ?? (held === undefined || held.approved === true ? null : held.asks)
  if ('event' in known) {
    const { kind, hash, blockNumber, blockHash, note, isSent } = known.event
    if (kind === 'cancelled')
      return isCancelledByOrganization
        ? undefined
        : { to: 'CANCELLED', blockNumber, blockHash, reason: CANCELLED, bypassed: null }
    const isOutside = recorded.isOutside === true
    const executed = { to: 'CONFIRMED', hash, blockNumber, blockHash } as const
    // The service sends only approved calls, so the database lost the approval.
    if (isSent === true && (isOutside || bypassed !== null))
      return { ...executed, reason: note ?? LOST_REASON, bypassed: null }
    const unbypassed = note ?? (isOutside ? OUTSIDE_REASON : null)
    return { ...executed, reason: bypassed === null ? unbypassed : BYPASSED_REASONS[bypassed], bypassed }
  }
  if (state !== 'SUBMITTED' || relayed?.status === 'signed' || isTooEarly(recorded, known)) return undefined
  const failed = { to: 'FAILED', blockHash: null, bypassed } as const
  if (relayed === undefined)
    return { ...failed, blockNumber: null, reason: bypassed === null ? TAKEN_BACK : UNAPPROVED_TAKEN_BACK }
  const { hash, blockNumber, reason, status } = relayed
  return { ...failed, hash, blockNumber, reason: status === 'failed' ? reason : NO_WALLET }
}

/**
 * Whether the digest must be looked up again, because the recorded outcome is from a later block than the
 * known facts.
 */
export function isTooEarly({ state, relayed, blockNumber }: Recorded, known: Known): boolean {
  if ('event' in known || state !== 'SUBMITTED') return false
  const mined = relayed === undefined ? blockNumber : relayed.blockNumber
  return mined !== null && mined > known.unspentAt
}

/**
 * Returns the state of a transaction whose execution or cancellation a reorg removed. Its digest is then
 * looked up again.
 */
export function stateWithoutEvent({ held, relayed }: Recorded): TransactionState {
  if (relayed !== undefined) return 'SUBMITTED'
  if (held === undefined) return 'SUBMITTED'
  if (held.isCancelledByOrganization) return 'CANCELLED'
  if (held.approved !== null) return held.approved ? 'APPROVED' : 'REJECTED'
  return held.isOverdue ? 'EXPIRED' : 'PENDING_USER_APPROVAL'
}
