import { signRecoverable } from 'tiny-secp256k1'
import { hexToBytes, type Address, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { readUint } from '#shared/signing/word.ts'
import type { TransactionSignature } from './serialize-transaction.ts'

/** A key that pays for gas. */
export type LaneAccount = {
  address: Address
  /** Signs 32 bytes, which are a hash. */
  sign: (hash: Uint8Array) => TransactionSignature
}

/**
 * A relayer's key. libsecp256k1 as WebAssembly signs in a quarter of the time that the JavaScript curve needs;
 * by RFC 6979 both give the same bytes.
 */
export function laneAccount(privateKey: Hex): LaneAccount {
  const key = hexToBytes(privateKey)
  return {
    address: privateKeyToAddress(privateKey),
    sign: (hash) => {
      const { signature, recoveryId } = signRecoverable(hash, key)
      return { r: readUint(signature, 0), s: readUint(signature, 32), yParity: recoveryId }
    },
  }
}
