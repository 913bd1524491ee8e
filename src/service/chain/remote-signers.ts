import {
  isAddressEqual,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type Address,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem'
import * as z from 'zod/mini'
import type { Signer } from '#service/relayer/sign-attempt.ts'
import { namingSetting } from './naming-setting.ts'
import { addressSchema, dataSchema, quantity } from './rpc-schemas.ts'
import { createRpc, type Rpc, type RpcClient } from './rpc.ts'

const bytesSchema = z.custom<TransactionSerialized>((value) => dataSchema.safeParse(value).success)
/** Web3Signer and anvil return the bytes, geth and Clef an object with them. */
const signedSchema = z.union([
  bytesSchema,
  z.pipe(
    z.object({ raw: bytesSchema }),
    z.transform(({ raw }) => raw),
  ),
])

/** Several signers, and a function that closes their connections. */
export type OpenSigners = { signers: readonly [Signer, ...Signer[]]; close: () => Promise<void> }

/**
 * Opens the keys of a remote signer with `eth_accounts` and `eth_signTransaction`, such as Web3Signer in
 * front of a key store. Each key that it lists pays for gas in its own lane.
 *
 * @param url RELAYER_SIGNER_URL. It may contain a password and is never logged.
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT with a message for the operator if it cannot be reached
 * @throws Error if it has no key
 */
export async function openRemoteSigners(url: string): Promise<OpenSigners> {
  const rpc = createRpc({ url })
  try {
    const [first, ...others] = await readSignerAccounts(rpc, 'RELAYER_SIGNER_URL')
    const signers = others.map((address) => remoteSigner(rpc, address))
    return { signers: [remoteSigner(rpc, first), ...signers], close: () => rpc.close() }
  } catch (error) {
    await rpc.close()
    throw error
  }
}

/**
 * Reads the accounts for which a remote signer has a key.
 *
 * @param setting Name of the setting with the signer's URL
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT with a message for the operator if it cannot be reached
 * @throws Error if it has no key
 */
export async function readSignerAccounts(
  rpc: Rpc,
  setting: string,
): Promise<readonly [Address, ...Address[]]> {
  const accounts = await rpc.request(z.array(addressSchema), 'eth_accounts', []).catch(namingSetting(setting))
  const [first, ...others] = accounts
  if (first === undefined) throw new Error(`${setting}: the signer has no key (eth_accounts is empty).`)
  return [first, ...others]
}

/** Creates a signer for a key of a remote signer. Each signed transaction is compared with the requested one. */
export function remoteSigner(rpc: RpcClient, address: Address): Signer {
  return {
    address,
    signTransaction: async (transaction) => {
      const { to, data, nonce, gas, value, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
      const quantities = { nonce, gas, value, gasPrice, maxFeePerGas, maxPriorityFeePerGas }
      const given = Object.entries(quantities).flatMap(([name, amount]) =>
        amount === undefined ? [] : [[name, quantity(amount)]],
      )
      // The signer uses its own chain id, so the signed bytes are compared.
      const request = { from: address, to, data, ...Object.fromEntries(given) }
      const raw = await rpc.request(signedSchema, 'eth_signTransaction', [request])
      await requireSame(transaction, raw, address)
      return raw
    },
  }
}

/** Verifies that the signed transaction is the requested one. */
async function requireSame(asked: TransactionSerializable, raw: TransactionSerialized, address: Address) {
  const { r: _r, s: _s, v: _v, yParity: _yParity, ...unsigned } = parseTransaction(raw)
  if (serializeTransaction(unsigned) !== serializeTransaction(asked)) {
    throw new Error('the remote signer signed another transaction than it was asked for')
  }
  const signedBy = await recoverTransactionAddress({ serializedTransaction: raw })
  if (!isAddressEqual(signedBy, address)) throw new Error('the remote signer signed with another key')
}
