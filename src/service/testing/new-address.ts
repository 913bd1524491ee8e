import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'

/** A new, unused address. */
export function newAddress(): Address {
  return `0x${randomBytes(20).toString('hex')}`
}
