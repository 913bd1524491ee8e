import { p256 } from '@noble/curves/nist.js'
import { keccak256, stringToHex, type Address, type Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'

/** Pseudo-random values that are the same in every run, so that vectors and gas figures are stable. */
export function seededHash(seed: string): Hex {
  return keccak256(stringToHex(seed))
}

export function seededUint(seed: string): bigint {
  return BigInt(seededHash(seed))
}

export function seededAddress(seed: string): Address {
  return checksumAddress(`0x${seededHash(seed).slice(26)}`)
}

export function seededBytes(seed: string, length: number): Hex {
  let digits = ''
  for (let block = 0; digits.length < 2 * length; block += 1)
    digits += seededHash(`${seed} ${block}`).slice(2)
  return `0x${digits.slice(0, 2 * length)}`
}

/** A P-256 private key: nonzero and below the order. */
export function seededKey(seed: string): Uint8Array {
  const key = bytesFromHex(seededHash(seed))
  return p256.utils.isValidSecretKey(key) ? key : seededKey(`${seed}'`)
}
