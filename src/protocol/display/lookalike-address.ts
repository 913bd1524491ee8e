/** People compare the beginning and the end: imitations share both. */
const SHOWN_DIGITS = 4

/**
 * The known address that this one imitates: another one with the same first and last four digits (address poisoning).
 * Undefined for a known address.
 */
export function imitatedBy<Known extends { address: string }>(
  address: string,
  known: readonly Known[],
): Known | undefined {
  const digits = digitsOf(address)
  if (known.some((one) => digitsOf(one.address) === digits)) return undefined
  return known.find((one) => ends(digitsOf(one.address)) === ends(digits))
}

const digitsOf = (address: string) => address.slice(2).toLowerCase()
const ends = (digits: string) => digits.slice(0, SHOWN_DIGITS) + digits.slice(-SHOWN_DIGITS)
