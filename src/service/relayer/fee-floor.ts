import type { Clock } from '#server-kit/clock.ts'

/** Wei per gas that a node named as its minimum: of the tip, or of the whole fee. */
export type FeeMinimum = { tip?: bigint | undefined; fee?: bigint | undefined }

/** How long a minimum that a node named is believed. Minimums follow the base fee on some chains. */
const BELIEVED_MS = 10 * 60_000

/** The lowest fees that are offered: those of the settings, and above them what a node named in the last ten minutes. */
export function createFeeFloor(clock: Clock, tipPerGasMin: bigint) {
  let named: { tip: bigint; fee: bigint; at: number } | undefined
  function now(): { tip: bigint; fee: bigint } {
    const isFresh = named !== undefined && clock.now().getTime() - named.at < BELIEVED_MS
    const { tip, fee } = isFresh && named !== undefined ? named : { tip: 0n, fee: 0n }
    return { tip: tip > tipPerGasMin ? tip : tipPerGasMin, fee }
  }
  /** The newest minimum replaces the one before, whether it is higher or lower. */
  function note({ tip, fee }: FeeMinimum): void {
    const before = now()
    named = { tip: tip ?? before.tip, fee: fee ?? before.fee, at: clock.now().getTime() }
  }
  return { now, note }
}
