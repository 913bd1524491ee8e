import type { Address, Hex, TransactionSerializable } from 'viem'

/**
 * A key that pays for gas: viem's `privateKeyToAccount` where the key is in the settings, its `toAccount` where it is in
 * a KMS and never leaves it. An answer may take a while, so nothing signs inside a database transaction.
 */
export type Signer = {
  address: Address
  /** The signed bytes of a transaction, ready for a pool. */
  signTransaction: (transaction: TransactionSerializable) => Promise<Hex>
}
