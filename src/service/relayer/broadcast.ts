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
  | { kind: 'nonce-too-low' }
  | { kind: 'fee-too-low' }
  | { kind: 'no-funds' }
  | { kind: 'refused'; error: RpcError }

/** Error texts of geth, Nethermind, Erigon, Besu, Reth and anvil for the same things. */
const ALREADY_KNOWN = /already known|already imported|already exists|known transaction|alreadyknown/i
const NONCE_TOO_LOW = /nonce (is )?too low|nonce too low|oldnonce|old nonce/i
const FEE_TOO_LOW =
  /underpriced|fee too low|feetoolow|less than block base fee|max fee per gas less|below (the )?base fee|gas price too low/i
const NO_FUNDS = /insufficient funds|insufficient balance|upfront cost/i

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
    if (error instanceof RpcError) return classify(error)
    throw error
  }
}

function classify(error: RpcError): Broadcast {
  const text = error.rpcMessage
  if (ALREADY_KNOWN.test(text)) return { kind: 'accepted' }
  if (NONCE_TOO_LOW.test(text)) return { kind: 'nonce-too-low' }
  if (FEE_TOO_LOW.test(text)) return { kind: 'fee-too-low' }
  if (NO_FUNDS.test(text)) return { kind: 'no-funds' }
  return { kind: 'refused', error }
}
