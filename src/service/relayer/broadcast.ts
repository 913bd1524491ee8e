import { keccak256, type Hex } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import { findTransaction } from '#service/chain/find-transaction.ts'
import { readPoolSentence, type PoolSentence } from '#service/chain/pool-sentences.ts'
import { RpcError } from '#service/chain/rpc.ts'
import type { FeeMinimum } from './fee-floor.ts'

/**
 * The pool's answer. `accepted` includes "already known". `nonce-too-low`: mined already, or another
 * transaction took the nonce. `fee-too-low`: a replacement with more is needed, with `minimum` where the node named it.
 * `no-funds`: the key cannot pay. `later`: the pool or its provider takes it at another time. `refused`: for good, or in words that are not
 * known; the node does not have the transaction.
 */
export type Broadcast =
  | { kind: 'accepted' }
  | { kind: 'nonce-too-low' | 'no-funds' | 'later' | 'refused'; error: RpcError }
  | { kind: 'fee-too-low'; error: RpcError; minimum?: FeeMinimum }

type BroadcastChain = Pick<ChainConnection, 'sendRawTransaction' | 'rpc'>

/**
 * Offers a signed transaction to the chain's pool.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT when the pool cannot be reached: it may or may not have it
 */
export async function broadcast(chain: BroadcastChain, raw: Hex): Promise<Broadcast> {
  try {
    await chain.sendRawTransaction(raw)
    return { kind: 'accepted' }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return ANSWERS[readPoolSentence(error.rpcMessage).verdict](chain, raw, error)
  }
}

type Answer = (chain: BroadcastChain, raw: Hex, error: RpcError) => Broadcast | Promise<Broadcast>

const ANSWERS: Record<PoolSentence['verdict'], Answer> = {
  accepted: () => ({ kind: 'accepted' }),
  'nonce-too-low': (_chain, _raw, error) => ({ kind: 'nonce-too-low', error }),
  'fee-too-low': (_chain, _raw, error) => {
    const { minimum } = readPoolSentence(error.rpcMessage)
    return { kind: 'fee-too-low', error, ...(minimum !== undefined && { minimum }) }
  },
  'no-funds': (_chain, _raw, error) => ({ kind: 'no-funds', error }),
  later: (_chain, _raw, error) => ({ kind: 'later', error }),
  busy: (_chain, _raw, error) => ({ kind: 'later', error }),
  refused: (_chain, _raw, error) => ({ kind: 'refused', error }),
  // Words that are not known say nothing: the node is asked whether it has the transaction.
  unknown: async (chain, raw, error) => {
    const found = await findTransaction(chain, keccak256(raw))
    return found === undefined ? { kind: 'refused', error } : { kind: 'accepted' }
  },
}
