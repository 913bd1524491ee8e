import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import type { Clock } from '#server-kit/clock.ts'
import type { Database } from '#service/db/database.ts'
import type { FeeSettings, FeeSource, Fees } from './fees.ts'
import type { GasShares } from './gas-budget.ts'
import type { RelayHandlers, RelayRequest } from './relay.ts'

/** State that the relayer's parts share. */
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
  /** The most that one attempt pays per gas, in wei. */
  feeLimit: FeeSource['limit']
  /** Takes a minimum that a node named into account from the next transaction on. */
  noteFeeMinimum: FeeSource['noteMinimum']
  /**
   * The contract through which one transaction of a key makes several calls; `undefined` while it is not on the chain, or the
   * key may not have enough for so much gas at once.
   */
  bundleContract: (key: Address) => Address | undefined
}

/** A simulated request with everything but its nonce. */
export type Prepared = { request: RelayRequest; gasLimit: bigint; fees: Fees }

export type RelaySettings = typeof RELAY_DEFAULTS &
  FeeSettings & {
    /** Gas budget per UTC day of an organization without its own. Undefined means no limit. */
    gasBudgetWeiPerDay?: bigint | undefined
  }

/** Limits of each call of a wallet, whatever its organization's budget (ADR 0014). */
export type GasLimits = GasShares & {
  /** No call of a wallet may use more; `gasLimitMax` holds for all transactions. */
  gasPerCallMax: bigint
}

const GAS_LIMITS: GasLimits = {
  gasPerCallMax: 3_000_000n,
  walletGasPerDay: undefined,
  userGasPerDay: undefined,
}

export const RELAY_DEFAULTS = {
  /** Blocks, the mined one counted, after which an outcome is final. */
  confirmations: 1,
  /** No transaction may use more gas; also below the cap of EIP-7825 (2^24). */
  gasLimitMax: 8_000_000n,
  /** Maximum waiting calls per transaction; 1 sends each alone. */
  callsPerTransactionMax: 100,
  /** Lowest tip that is offered, in wei per gas. A minimum that a node names counts in any case. */
  tipPerGasMin: 0n,
  /** A key that does not sign within this time counts as unavailable. */
  signMs: 10_000,
  /** A transaction at the head of its lane is replaced when it has not been mined for this long. */
  stuckMs: 60_000,
  /** A transaction that the pool refuses for this long gives its nonce up. */
  refusedMs: 120_000,
  gasLimits: GAS_LIMITS,
  /** How often the balances of the keys are read. */
  fundsMs: 15_000,
  /** How often everything open is looked at again, also without news of blocks. */
  sweepMs: 5_000,
}

/** Points at which the tests end the process, to prove that the next one goes on from there. */
export type FailpointName = 'simulated' | 'nonce-taken' | 'stored' | 'broadcast' | 'mined' | 'settled'
export type Failpoint = (name: FailpointName) => void
