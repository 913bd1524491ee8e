import type { FeeMinimum } from './fee-floor.ts'
import { largest, type Fees } from './fees.ts'

/**
 * How much more a replacement offers, in thousandths. `required`: nodes ask for 10 % or more, rounded up. `doubled`: the pool
 * refused the fee without a minimum, so that few steps lead to one that it takes.
 */
const FACTORS = { required: 1_125n, doubled: 2_000n } as const
export type Raise = keyof typeof FACTORS

type ReplacementOptions = {
  old: Fees
  /** Fees that the chain asks now. */
  current: Fees
  raise: Raise
  /** The minimum that the node named, if it did. */
  minimum?: FeeMinimum | undefined
  feePerGasMax: bigint
}

/**
 * Fees of a replacement: above the old ones, not below what the chain asks now, and not below the minimum that the node
 * named. Undefined if the limit leaves no room.
 */
export function replacementFees(options: ReplacementOptions): Fees | undefined {
  const { old, current, raise, minimum = {}, feePerGasMax } = options
  const least = {
    tip: largest(
      raised(old.maxPriorityFeePerGas, 'required'),
      current.maxPriorityFeePerGas,
      minimum.tip ?? 0n,
    ),
    fee: largest(raised(old.maxFeePerGas, 'required'), minimum.fee ?? 0n),
  }
  if (largest(least.tip, least.fee) > feePerGasMax) return undefined
  const within = (fee: bigint) => (fee < feePerGasMax ? fee : feePerGasMax)
  const tip = within(largest(least.tip, raised(old.maxPriorityFeePerGas, raise)))
  const aboveTip = largest(current.maxFeePerGas - current.maxPriorityFeePerGas, 0n)
  const maxFeePerGas = within(
    largest(least.fee, raised(old.maxFeePerGas, raise), current.maxFeePerGas, tip + aboveTip),
  )
  if (current.legacy) return { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas, legacy: true }
  return { maxFeePerGas, maxPriorityFeePerGas: tip, legacy: false }
}

/** A node compares both fields by themselves, so a tip of zero has to rise too. */
function raised(fee: bigint, raise: Raise): bigint {
  return largest((fee * FACTORS[raise] + 999n) / 1_000n, fee + 1n)
}
