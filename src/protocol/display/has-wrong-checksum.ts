import { checksumAddress } from './address.ts'

/**
 * Whether an address has a checksum. An address whose hex digits are all in one case has no checksum. Source: EIP-55.
 */
export function carriesChecksum(address: string): boolean {
  const digits = address.slice(2)
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
}

/** Whether an address in mixed case has a wrong checksum, which indicates a copying mistake. */
export function hasWrongChecksum(address: string): boolean {
  return carriesChecksum(address) && checksumAddress(address) !== address
}
