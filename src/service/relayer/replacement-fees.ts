import type { FeeMinimum } from './fee-floor.ts'
import { largest, type Fees } from './fees.ts'

/**
 * Increase of the fee of a replacement, in thousandths. `required`: nodes require 10 % or more, rounded up.
 * `doubled`: the pool rejected the fee without a minimum, so doubling finds an accepted fee in few steps.
 */
const FACTORS = { required: 1_125n, doubled: 2_000n } as const
export type Raise = keyof typeof FACTORS

type ReplacementOptions = {
  old: Fees
  /** The chain's current fees. */
  current: Fees
  raise: Raise
  /** The minimum that the node named, if any. */
  minimum?: FeeMinimum | undefined
  /** Whether the pool refused the call that the replacement cancels, so that nothing has to be outbid. */
  isCancelOfRefused?: boolean
  feePerGasMax: bigint
}

/**
 * Returns the fees of a replacement: above the old ones, at least the chain's current fees, and at least the
 * minimum that the node named. On a chain without fees, the cancellation of a refused call is free too, because a key
 * without coins can pay no raised fee. Returns undefined if the limit leaves no room.
 */
export function replacementFees(options: ReplacementOptions): Fees | undefined {
  const { old, current, raise, minimum = {}, feePerGasMax } = options
  if (options.isCancelOfRefused === true && isFree(old) && isFree(current)) return current
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

function isFree({ maxFeePerGas }: Fees): boolean {
  return maxFeePerGas === 0n
}

/** Raises a fee. A node compares each field separately, so a tip of zero has to rise too. */
function raised(fee: bigint, raise: Raise): bigint {
  return largest((fee * FACTORS[raise] + 999n) / 1_000n, fee + 1n)
}
