import type { Clock } from '#server-kit/clock.ts'

/** Minimum tip or minimum total fee that a node named, in wei per gas. */
export type FeeMinimum = { tip?: bigint | undefined; fee?: bigint | undefined }

/** Time for which a node's minimum applies, in milliseconds. On some chains minimums follow the base fee. */
const BELIEVED_MS = 10 * 60_000

/**
 * Creates the floor for fees: the configured minimum, raised by minimums that a node named in the last ten
 * minutes.
 */
export function createFeeFloor(
  clock: Clock,
  tipPerGasMin: bigint,
): { now: () => { tip: bigint; fee: bigint }; note: ({ tip, fee }: FeeMinimum) => void } {
  let named: { tip: bigint; fee: bigint; at: number } | undefined
  function now(): { tip: bigint; fee: bigint } {
    const isFresh = named !== undefined && clock.now().getTime() - named.at < BELIEVED_MS
    const { tip, fee } = isFresh && named !== undefined ? named : { tip: 0n, fee: 0n }
    return { tip: tip > tipPerGasMin ? tip : tipPerGasMin, fee }
  }
  /** The newest minimum replaces the previous one, whether it is higher or lower. */
  function note({ tip, fee }: FeeMinimum): void {
    const before = now()
    named = { tip: tip ?? before.tip, fee: fee ?? before.fee, at: clock.now().getTime() }
  }
  return { now, note }
}
