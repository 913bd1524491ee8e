import { signRecoverable } from 'tiny-secp256k1'
import {
  bytesToHex,
  hexToBytes,
  keccak256,
  serializeTransaction,
  type Address,
  type Hex,
  type TransactionSerializable,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** A key that pays for gas. */
export type LaneAccount = {
  address: Address
  signTransaction: (transaction: TransactionSerializable) => Hex
}

/**
 * A relayer's key. libsecp256k1 as WebAssembly signs in a quarter of the time that the JavaScript curve needs;
 * by RFC 6979 both give the same bytes.
 */
export function laneAccount(privateKey: Hex): LaneAccount {
  const key = hexToBytes(privateKey)
  return {
    address: privateKeyToAddress(privateKey),
    signTransaction: (transaction) => {
      const digest = hexToBytes(keccak256(serializeTransaction(transaction)))
      const { signature, recoveryId } = signRecoverable(digest, key)
      return serializeTransaction(transaction, {
        r: bytesToHex(signature.subarray(0, 32)),
        s: bytesToHex(signature.subarray(32)),
        yParity: recoveryId,
        // Legacy transactions are told it in this form.
        v: 27n + BigInt(recoveryId),
      })
    },
  }
}
