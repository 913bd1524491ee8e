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
import { createRpc, namingSetting, type Rpc, type RpcClient } from './rpc.ts'
import { addressSchema, dataSchema, quantity } from './rpc-schemas.ts'

const bytesSchema = z.custom<TransactionSerialized>((value) => dataSchema.safeParse(value).success)
/** Web3Signer and anvil answer the bytes, geth and Clef an object with them. */
const signedSchema = z.union([
  bytesSchema,
  z.pipe(
    z.object({ raw: bytesSchema }),
    z.transform(({ raw }) => raw),
  ),
])

/** Several signers, and what closes their connections. */
export type OpenSigners = { signers: readonly [Signer, ...Signer[]]; close: () => Promise<void> }

/**
 * The keys of a remote signer that answers `eth_accounts` and `eth_signTransaction`, such as Web3Signer in front of a key
 * store: each that it names pays for gas, in a lane of its own.
 *
 * @param url of RELAYER_SIGNER_URL; may carry a password, and is never logged
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT with a sentence for the operator when it cannot be asked
 * @throws Error when it has no key
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
 * The accounts that a remote signer has a key of.
 *
 * @param setting Name of the setting that has the signer's URL
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT with a sentence for the operator when it cannot be asked
 * @throws Error when it has no key
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

/** A key of a remote signer, whose signed transactions are compared with the requested ones. */
export function remoteSigner(rpc: RpcClient, address: Address): Signer {
  return {
    address,
    signTransaction: async (transaction) => {
      const { to, data, nonce, gas, value, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
      const quantities = { nonce, gas, value, gasPrice, maxFeePerGas, maxPriorityFeePerGas }
      const given = Object.entries(quantities).flatMap(([name, amount]) =>
        amount === undefined ? [] : [[name, quantity(amount)]],
      )
      // The signer has its own chain id, so the signed bytes are compared.
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
