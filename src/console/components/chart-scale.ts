/** A round number at or above every value of a chart, so that its axis can be read: 1, 2 or 5 and zeros. */
export function ceilingOf(highest: bigint): bigint {
  if (highest <= 0n) return 1n
  const power = 10n ** BigInt(highest.toString().length - 1)
  return [power, 2n * power, 5n * power].find((round) => round >= highest) ?? 10n * power
}

const STEPS = 10_000n

/** A value's share of the ceiling in hundredths, for drawing only: the exact value is never a number. */
export function shareOf(value: bigint, ceiling: bigint): number {
  return Number((value * STEPS) / ceiling) / 100
}
