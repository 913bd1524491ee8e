import type { Address, Hex } from 'viem'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import type { Transaction } from '#service/db/database.ts'
import type { NewTransaction } from '#service/ledger/insert-transactions.ts'
import type { RelayPurpose } from './tables.ts'

/** `low`: time to fund the key. `empty`: nothing new is taken until it is funded. */
export type FundsState = 'enough' | 'low' | 'empty'

export type LaneFunds = {
  address: Address
  /** Absent until it could be read. */
  balanceWei?: bigint
  state: FundsState
}

export type RelayRequest = {
  purpose: RelayPurpose
  to: Address
  data: Hex
  /** Wei sent along by the relayer itself; 0n for wallets. */
  value?: bigint
  /** Owner of the gas budget that pays. Undefined for the service's own transactions. */
  organizationId?: string
  /**
   * Runs inside the database transaction that stores the signed raw transaction, before anything is
   * broadcast: the caller's row and the relayed row are stored together or not at all. When it throws,
   * nothing is stored, no nonce is spent, and `submit` throws the same.
   */
  onSigned?: (trx: Transaction, relayed: Relayed) => Promise<void>
  /** The transaction of the ledger that this executes: stored as SUBMITTED with it, those of a batch by one statement. */
  transaction?: NewTransaction
}

export type Relayed = { id: string; hash: Hex }

/**
 * `blockNumber` is set when mined; `reason` when the chain refused or reverted. `receipt` is given to the handlers alone,
 * with an outcome that has just been read.
 */
export type RelayOutcome =
  | { id: string; status: 'confirmed'; hash: Hex; blockNumber: bigint; receipt?: Receipt }
  | { id: string; status: 'failed'; hash: Hex; blockNumber?: bigint; reason: string }

/** What a purpose's module does with the relayer's transactions, in the database transaction that records the same of them. */
type RelayHandler = {
  /** With all outcomes of the purpose that one database transaction records. */
  settled: (trx: Transaction, outcomes: readonly RelayOutcome[]) => Promise<void>
  /** A settled one is open again, because the chain took its block back; `settled` gets its outcome a second time. */
  reopened?: (trx: Transaction, id: string) => Promise<void>
}
export type RelayHandlers = Partial<Record<RelayPurpose, RelayHandler>>

/** Sends transactions of the service's own keys. Implemented by `relayer/create-relay.ts`. */
export type Relay = {
  /**
   * Simulates at `pending`, signs, stores, broadcasts; resolves once the chain's pool has accepted it.
   * Throws TRANSACTION_REVERTS (nothing stored) when the simulation reverts. Throws CHAIN_FAILED,
   * CHAIN_TIMEOUT or UNAVAILABLE after storing when the pool could not be reached: the relayer goes on
   * trying, and the outcome shows how it ended.
   */
  submit: (request: RelayRequest) => Promise<Relayed>
  /** Resolves with the outcome, or `undefined` when `timeoutMs` passes first. */
  outcome: (id: string, timeoutMs: number) => Promise<RelayOutcome | undefined>
  /** The keys' balances, as last read. */
  funds: () => LaneFunds[]
  /** Why no new work is taken because of the network's fees. Undefined if they are within the limit or unknown. */
  feeFault?: () => Promise<string | undefined>
  /** From now on calls that wait together go in one transaction, through the contract at this address. */
  bundleThrough: (contract: Address) => void
  /** Recovers what an earlier process left, then watches. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

const TIMEOUT_MS = 10 * 60_000

/**
 * Submits a call and resolves when it is mined, as `deployContract` wants it.
 *
 * @throws Error with the reason when the call failed or was not mined in ten minutes
 */
export function sendAndWait(relay: Relay, purpose: RelayPurpose) {
  return async (call: { to: Address; data: Hex; value?: bigint }): Promise<void> => {
    const { id } = await relay.submit({ purpose, ...call })
    const outcome = await relay.outcome(id, TIMEOUT_MS)
    if (outcome?.status === 'confirmed') return
    throw new Error(`A call to ${call.to} failed: ${outcome?.reason ?? 'it was not mined within 10 minutes'}`)
  }
}
