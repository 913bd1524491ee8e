import type { Address, Hex } from 'viem'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import type { Simulating } from '#service/chain/simulate-in-turn.ts'
import type { Transaction } from '#service/db/database.ts'
import type { NewTransaction } from '#service/ledger/insert-transactions.ts'
import type { RelayPurpose } from './tables.ts'

/** `low`: the key needs funding. `empty`: no new work is accepted until it is funded. */
export type FundsState = 'enough' | 'low' | 'empty'

export type LaneFunds = {
  address: Address
  /** Undefined until it is read. */
  balanceWei?: bigint
  state: FundsState
}

export type RelayRequest = {
  purpose: RelayPurpose
  to: Address
  data: Hex
  /** Wei that the relayer itself sends along; 0n for wallets. */
  value?: bigint
  /** Owner of the gas budget that pays. Undefined for the service's own transactions. */
  organizationId?: string
  /** The caller who waits for the simulation's turn. Undefined if nobody can leave. */
  leaving?: Simulating['leaving']
  /**
   * Runs inside the database transaction that stores the signed raw transaction, before anything is
   * broadcast. The caller's row and the relayed row are stored together or not at all. If it throws, nothing
   * is stored, no nonce is used, and `submit` throws the same error.
   */
  onSigned?: (trx: Transaction, relayed: Relayed) => Promise<void>
  /**
   * The ledger's transaction that this call executes. It is stored as SUBMITTED together with the call. The
   * transactions of a batch are stored in one statement.
   */
  transaction?: NewTransaction
}

export type Relayed = { id: string; hash: Hex }

/**
 * The outcome of a relayed transaction. `blockNumber`: set if it was mined. `reason`: why the chain rejected or
 * reverted it. `receipt`: only for the handlers, if the outcome was just read.
 */
export type RelayOutcome =
  | { id: string; status: 'confirmed'; hash: Hex; blockNumber: bigint; receipt?: Receipt }
  | { id: string; status: 'failed'; hash: Hex; blockNumber?: bigint; reason: string }

/** Callbacks of a purpose's module, run in the database transaction that records the outcomes. */
type RelayHandler = {
  /** Called with all outcomes of the purpose that one database transaction records. */
  settled: (trx: Transaction, outcomes: readonly RelayOutcome[]) => Promise<void>
  /** A settled transaction is open again because of a reorg. `settled` gets its outcome a second time. */
  reopened?: (trx: Transaction, id: string) => Promise<void>
}
export type RelayHandlers = Partial<Record<RelayPurpose, RelayHandler>>

/** Sends transactions of the service's own keys. Implemented by `relayer/create-relay.ts`. */
export type Relay = {
  /**
   * Simulates a call at `pending`, signs, stores and broadcasts it. Resolves once the chain's pool has accepted the
   * transaction.
   *
   * @throws TRANSACTION_REVERTS if the simulation reverts, UNAVAILABLE or RATE_LIMITED if its turn did not come in
   * time; nothing is stored
   * @throws CHAIN_FAILED, CHAIN_TIMEOUT or UNAVAILABLE after storing, if the pool could not be reached; the relayer
   * keeps trying, and the outcome shows the result
   */
  submit: (request: RelayRequest) => Promise<Relayed>
  /** Resolves with the outcome, or undefined after `timeoutMs`. */
  outcome: (id: string, timeoutMs: number) => Promise<RelayOutcome | undefined>
  /** The keys' balances, as last read. */
  funds: () => LaneFunds[]
  /** Reason why the network's fees prevent new work. Undefined if they are within the limit or unknown. */
  feeFault?: () => Promise<string | undefined>
  /** Sends calls that wait together in one transaction, through the contract at this address, from now on. */
  bundleThrough: (contract: Address) => void
  /** Starts to watch the chain, and handles the transactions that an earlier process left open. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

const TIMEOUT_MS = 10 * 60_000

/**
 * Submits a call and resolves when it is mined, as `deployContract` requires.
 *
 * @throws Error with the reason if the call failed or was not mined in ten minutes
 */
export function sendAndWait(
  relay: Relay,
  purpose: RelayPurpose,
): (call: { to: Address; data: Hex; value?: bigint }) => Promise<void> {
  return async (call: { to: Address; data: Hex; value?: bigint }): Promise<void> => {
    const { id } = await relay.submit({ purpose, ...call })
    const outcome = await relay.outcome(id, TIMEOUT_MS)
    if (outcome?.status === 'confirmed') return
    throw new Error(`A call to ${call.to} failed: ${outcome?.reason ?? 'it was not mined within 10 minutes'}`)
  }
}
