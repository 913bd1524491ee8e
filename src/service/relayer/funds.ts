import type { Address } from 'viem'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { readNativeBalance } from '#service/chain/erc20.ts'
import { USUAL_GAS_LIMIT } from './gas.ts'
import type { Lane } from './lane.ts'
import type { RelayParts } from './relay-parts.ts'
import type { FundsState, LaneFunds } from './relay.ts'

/**
 * Thresholds, in transactions at the highest fee currently paid. Below the first the key needs funding, and calls are no
 * longer bundled; below the second it takes no new work.
 */
const LOW_TRANSACTIONS = 20n
const EMPTY_TRANSACTIONS = 2n
const EMPTY_LOOK_MS = 2_000

/** Checks whether the relayer's keys can pay. */
export type FundsWatch = {
  funds: () => LaneFunds[]
  canPay: (address: Address) => boolean
  hasEnough: (address: Address) => boolean
  /** Resolves after the first check, whether or not it succeeded. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Creates the watch of the keys' balances. Every process reads them itself, because every process must reject work
 * itself. A key counts as funded until its balance is read.
 */
export function createFundsWatch(parts: RelayParts, lanes: readonly Lane[]): FundsWatch {
  const known = new Map<Address, LaneFunds>(
    lanes.map(({ address }) => [address, { address, state: 'enough' }]),
  )

  async function lookAt(address: Address, maxFeePerGas: bigint): Promise<void> {
    const balanceWei = await readNativeBalance(parts.chain, address)
    const transactionsLeft = countTransactions(balanceWei, maxFeePerGas)
    const state = deriveState(transactionsLeft)
    const before = known.get(address)?.state
    known.set(address, { address, balanceWei, state })
    if (state === before) return
    const noted = {
      relayer: address,
      balanceWei: String(balanceWei),
      transactionsLeft: transactionsLeft === undefined ? null : Number(transactionsLeft),
    }
    if (state === 'enough') parts.log.info(noted, NEWS[state])
    else parts.log.error({ alarm: 'relayer-balance-low', ...noted }, NEWS[state])
  }
  const loop = createJobLoop({
    round: async () => {
      const { maxFeePerGas } = await parts.currentFees()
      await Promise.all(lanes.map(({ address }) => lookAt(address, maxFeePerGas)))
    },
    pollMs: () => {
      const isEmpty = [...known.values()].some(({ state }) => state === 'empty')
      return isEmpty ? Math.min(EMPTY_LOOK_MS, parts.settings.fundsMs) : parts.settings.fundsMs
    },
    log: parts.log,
    complaint: "the relayer's balance could not be read; trying again",
  })
  return {
    funds: () => [...known.values()],
    canPay: (address) => known.get(address)?.state !== 'empty',
    hasEnough: (address) => known.get(address)?.state === 'enough',
    start: () => {
      loop.start()
      return loop.idle()
    },
    stop: loop.stop,
  }
}

/**
 * Returns the number of usual transactions that a balance pays for. Undefined on a chain without fees, where
 * no balance is needed.
 */
function countTransactions(balanceWei: bigint, maxFeePerGas: bigint): bigint | undefined {
  return maxFeePerGas === 0n ? undefined : balanceWei / (USUAL_GAS_LIMIT * maxFeePerGas)
}

function deriveState(transactionsLeft: bigint | undefined): FundsState {
  if (transactionsLeft === undefined) return 'enough'
  if (transactionsLeft < EMPTY_TRANSACTIONS) return 'empty'
  return transactionsLeft < LOW_TRANSACTIONS ? 'low' : 'enough'
}

const NEWS: Record<FundsState, string> = {
  empty: 'the relayer key has no funds left: new work is refused',
  low: 'the relayer key will soon need funds',
  enough: 'the relayer key has funds again',
}
