import { decodeFunctionData, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { BUNDLE_CONTRACT } from './bundle-contract.ts'
import type { Chain, ChainReader } from './chain.ts'
import type { WalletKey } from './factory-contract.ts'
import { readBundle, type CallInBundle } from './read-bundle.ts'
import { requestFound } from './request-found.ts'
import { addressSchema, dataSchema, hashSchema, lowerCase, quantity } from './rpc-schemas.ts'

/** A wallet, with the passkey and the domain's hash from which its address is derived. */
export type DeployedWallet = WalletKey & { address: Address }
/** A deployment in a transaction. The transaction may have failed. */
export type Deployment = DeployedWallet & { transactionHash: Hex }

const sentSchema = z.object({
  hash: hashSchema,
  from: addressSchema,
  to: z.nullish(addressSchema),
  input: dataSchema,
})
const blockSchema = z.nullable(z.object({ transactions: z.array(sentSchema) }))
const BLOCKS_AT_ONCE = 8

/**
 * Finds the deployments that the senders sent to the factory, alone or in a bundle, in the blocks `from` to `to`. The
 * factory emits no event, so the transactions of the blocks are read.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT
 */
export async function findDeployments(
  chain: Pick<Chain, 'rpc' | 'factory'>,
  { from, to, senders }: { from: bigint; to: bigint; senders: ReadonlySet<string> },
): Promise<Deployment[]> {
  const found: Deployment[] = []
  for (let first = from; first <= to; first += BigInt(BLOCKS_AT_ONCE)) {
    const left = Number(to - first) + 1
    const numbers = Array.from(
      { length: Math.min(BLOCKS_AT_ONCE, left) },
      (_, index) => first + BigInt(index),
    )
    const blocks = await Promise.all(
      numbers.map((number) =>
        requestFound(chain.rpc, blockSchema, 'eth_getBlockByNumber', [quantity(number), true]),
      ),
    )
    for (const { hash, from: sender, to: target, input } of blocks.flatMap(
      (block) => block?.transactions ?? [],
    )) {
      if (!senders.has(lowerCase(sender)) || target === null || target === undefined) continue
      for (const wallet of deploymentsIn(chain.factory, { to: target, data: input }))
        found.push({ ...wallet, transactionHash: hash })
    }
  }
  return found
}

function deploymentsIn(factory: Address, sent: CallInBundle): DeployedWallet[] {
  const calls = sameAddress(sent.to, BUNDLE_CONTRACT) ? readBundle(sent.data) : [sent]
  return calls.flatMap(({ to, data }) => {
    const key = sameAddress(to, factory) ? decodeDeployCall(data) : undefined
    return key === undefined ? [] : [{ ...key, address: walletAddress({ factory, ...key }) }]
  })
}

function decodeDeployCall(data: Hex): WalletKey | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: passkeyWalletFactoryAbi, data })
    if (functionName !== 'deploy') return undefined
    const [qx, qy, rpIdHash] = args
    return { qx, qy, rpIdHash: lowerCase(rpIdHash) }
  } catch {
    return undefined
  }
}

const KEY_HEX_DIGITS = 3 * 64

/**
 * Reads the passkey and the domain's hash from the code of a wallet of this factory. Undefined for any other
 * address. The address proves them, because it is derived from them.
 */
export async function readDeployedWallet(
  { rpc, factory }: Pick<Chain, 'factory'> & ChainReader,
  address: Address,
): Promise<DeployedWallet | undefined> {
  const code = await rpc.request(dataSchema, 'eth_getCode', [address, 'latest'])
  if (code.length < KEY_HEX_DIGITS + 2) return undefined
  const words = code.slice(-KEY_HEX_DIGITS)
  const key = {
    qx: BigInt(`0x${words.slice(0, 64)}`),
    qy: BigInt(`0x${words.slice(64, 128)}`),
    rpIdHash: lowerCase(`0x${words.slice(128)}`),
  }
  const derived = walletAddress({ factory, ...key })
  return sameAddress(derived, address) ? { ...key, address: derived } : undefined
}
