import type { Hex } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import { doesNodeSay } from '#service/chain/node-sentences.ts'
import { RpcError } from '#service/chain/rpc.ts'

/**
 * The pool's answer. `accepted` includes "already known". `nonce-too-low`: mined already, or another
 * transaction took the nonce. `fee-too-low`: a replacement with more is needed. `no-funds`: the key cannot
 * pay. `refused`: anything else, with the node's words.
 */
export type Broadcast =
  | { kind: 'accepted' }
  | { kind: 'nonce-too-low' | 'fee-too-low' | 'no-funds' | 'refused'; error: RpcError }

/** The refusals that nodes say in words, in the order in which they are looked for. */
const REFUSALS = [
  ['nonce-too-low', 'nonceTooLow'],
  ['fee-too-low', 'feeTooLow'],
  ['no-funds', 'noFunds'],
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
    if (doesNodeSay('alreadyKnown', error.rpcMessage)) return { kind: 'accepted' }
    const known = REFUSALS.find(([, sentence]) => doesNodeSay(sentence, error.rpcMessage))
    return { kind: known?.[0] ?? 'refused', error }
  }
}
