import { checksumAddress } from './address.ts'

/** Whether mixed case carries a wrong checksum: a copying mistake. Digits all in one case carry none. Source: EIP-55. */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && checksumAddress(address) !== address
}
