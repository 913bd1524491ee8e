/** Number of compared digits at each end. People compare the beginning and the end, so imitations share both. */
export const SHOWN_DIGITS = 4

/**
 * The known address that this address imitates (address poisoning): a different address with the same first and last
 * four digits. Undefined if this address is known itself.
 */
export function imitatedBy<Known extends { address: string }>(
  address: string,
  known: readonly Known[],
): Known | undefined {
  const digits = readDigits(address)
  if (known.some((one) => readDigits(one.address) === digits)) return undefined
  return findLookAlike(address, known)
}

/** Another address with the same first and last digits. `address` may itself be among the searched ones. */
export function findLookAlike<Known extends { address: string }>(
  address: string,
  among: readonly Known[],
): Known | undefined {
  const digits = readDigits(address)
  const key = lookAlikeKey(address)
  return among.find((one) => lookAlikeKey(one.address) === key && readDigits(one.address) !== digits)
}

/** The first and last digits of an address in lower case. Addresses with the same key look alike. */
export function lookAlikeKey(address: string): string {
  const digits = readDigits(address)
  return digits.slice(0, SHOWN_DIGITS) + digits.slice(-SHOWN_DIGITS)
}

const readDigits = (address: string) => address.slice(2).toLowerCase()
