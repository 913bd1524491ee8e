import { checksumAddress } from './address.ts'

/** Whether an address carries a checksum: digits all in one case carry none. Source: EIP-55. */
export function carriesChecksum(address: string): boolean {
  const digits = address.slice(2)
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
}

/** Whether mixed case carries a wrong checksum: a copying mistake. */
export function hasWrongChecksum(address: string): boolean {
  return carriesChecksum(address) && checksumAddress(address) !== address
}
