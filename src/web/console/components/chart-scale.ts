/** Tenths of a power of ten that are read at a glance. */
const ROUND = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 80n, 100n]

/** A round number at or above every value of a chart, so that its axis can be read and its bars fill most of it. */
export function ceilingOf(highest: bigint): bigint {
  if (highest <= 0n) return 1n
  if (highest <= 10n) return highest
  const power = 10n ** BigInt(highest.toString().length - 1)
  return ROUND.map((tenths) => (tenths * power) / 10n).find((round) => round >= highest) ?? highest
}

const STEPS = 10_000n

/** A value's share of the ceiling in hundredths, for drawing only: the exact value is never a number. */
export function shareOf(value: bigint, ceiling: bigint): number {
  return Number((value * STEPS) / ceiling) / 100
}
