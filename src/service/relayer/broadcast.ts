import type { Hex } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import { RpcError } from '#service/chain/rpc.ts'

/**
 * The pool's answer. `accepted` includes "already known". `nonce-too-low`: mined already, or another
 * transaction took the nonce. `fee-too-low`: a replacement with more is needed. `no-funds`: the key cannot
 * pay. `refused`: anything else, with the node's words.
 */
export type Broadcast =
  | { kind: 'accepted' }
  | { kind: 'nonce-too-low' | 'fee-too-low' | 'no-funds' | 'refused'; error: RpcError }

/** Error texts of geth, Nethermind, Erigon, Besu, Reth and anvil for the same things. */
const ALREADY_KNOWN = /already known|already imported|already exists|known transaction|alreadyknown/i
const REFUSALS = [
  ['nonce-too-low', /nonce (is )?too low|nonce too low|oldnonce|old nonce/i],
  [
    'fee-too-low',
    /underpriced|fee too low|feetoolow|less than block base fee|max fee per gas less|below (the )?base fee|gas price too low/i,
  ],
  ['no-funds', /insufficient funds|insufficient balance|upfront cost/i],
] as const

/**
 * Offers a signed transaction to the chain's pool.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT when the pool cannot be reached: it may or may not have it
 */
export async function broadcast(
  chain: Pick<ChainConnection, 'sendRawTransaction'>,
  raw: Hex,
): Promise<Broadcast> {
  try {
    await chain.sendRawTransaction(raw)
    return { kind: 'accepted' }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    if (ALREADY_KNOWN.test(error.rpcMessage)) return { kind: 'accepted' }
    const known = REFUSALS.find(([, words]) => words.test(error.rpcMessage))
    return { kind: known?.[0] ?? 'refused', error }
  }
}
