import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Clock } from '#server-kit/clock.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import type { Database } from '#service/db/database.ts'
import type { FeeSettings, FeeSource, Fees } from './fees.ts'
import type { GasShares } from './gas-budget.ts'
import type { RelayHandlers, RelayRequest } from './relay.ts'

/** Dependencies and state that the relayer's parts share. */
export type RelayParts = {
  db: Database
  chain: ChainConnection
  clock: Clock
  log: Logger
  settings: RelaySettings
  failpoint: Failpoint
  handlers: RelayHandlers
  /** The fees that get a transaction mined now. @throws UNAVAILABLE while they are above the limit */
  currentFees: FeeSource['current']
  /** Maximum fee per gas of one attempt, in wei. */
  feeLimit: FeeSource['limit']
  /** Applies a minimum that a node named, from the next transaction on. */
  noteFeeMinimum: FeeSource['noteMinimum']
  /**
   * The contract through which one transaction of a key makes several calls. Undefined while it is not
   * deployed, or if the key may not have enough funds for that much gas at once.
   */
  bundleContract: (key: Address) => Address | undefined
}

/** A simulated request with everything but its nonce. */
export type Prepared = { request: RelayRequest; gasLimit: bigint; fees: Fees }

export type RelaySettings = typeof RELAY_DEFAULTS &
  FeeSettings & {
    /** Gas budget per UTC day of organizations without their own. Undefined means no limit. */
    gasBudgetWeiPerDay?: bigint | undefined
  }

/** Limits of each wallet call, whatever the organization's budget (ADR 0014). */
export type GasLimits = GasShares & {
  /** Maximum gas of a wallet call. `gasLimitMax` applies to all transactions. */
  gasPerCallMax: bigint
}

const GAS_LIMITS: GasLimits = {
  gasPerCallMax: 3_000_000n,
  walletGasPerDay: undefined,
  userGasPerDay: undefined,
}

export const RELAY_DEFAULTS = {
  /** Blocks, including the mined one, after which an outcome is final. */
  confirmations: 1,
  /** Maximum gas of a transaction. Below the cap of EIP-7825 (2^24). */
  gasLimitMax: 8_000_000n,
  /** Maximum calls per transaction. 1 sends each call alone. */
  callsPerTransactionMax: 100,
  /** Minimum tip, in wei per gas. A minimum that a node names always applies. */
  tipPerGasMin: 0n,
  /** Maximum time for a signature in milliseconds. After it, the key counts as unavailable. */
  signMs: 10_000,
  /** Time in milliseconds after which an unmined transaction at the head of its lane is replaced. */
  stuckMs: 60_000,
  /** Time in milliseconds after which a transaction that the pool keeps rejecting releases its nonce. */
  refusedMs: 120_000,
  gasLimits: GAS_LIMITS,
  /** Interval at which the keys' balances are read, in milliseconds. */
  fundsMs: 15_000,
  /** Interval at which all open transactions are checked, even without new blocks, in milliseconds. */
  sweepMs: 5_000,
}

/** Points at which tests end the process, to prove that the next one continues from there. */
export type FailpointName = 'simulated' | 'nonce-taken' | 'stored' | 'broadcast' | 'mined' | 'settled'
export type Failpoint = (name: FailpointName) => void
