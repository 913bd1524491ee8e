/**
 * More than any coin has ever issued (exchanges count reserves in 112 bits): wallets and exchanges write such numbers for
 * "without limit" (2^96-1 in coins that store 96 bits).
 */
const UNLIMITED_START = 2n ** 112n
const UNLIMITED_96 = 2n ** 96n - 1n

/** Whether an allowance has in effect no limit. */
export function isUnlimited(units: string): boolean {
  return BigInt(units) >= UNLIMITED_START || BigInt(units) === UNLIMITED_96
}
