import { keccak256, type Hex } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import { findTransaction } from '#service/chain/find-transaction.ts'
import { readPoolSentence, type PoolSentence } from '#service/chain/pool-sentences.ts'
import { isProvidersFault, RpcError, UnexpectedAnswer } from '#service/chain/rpc.ts'
import { readSaid } from '#service/chain/wrapped-error.ts'
import type { FeeMinimum } from './fee-floor.ts'

/**
 * The pool's response.
 *
 * `accepted`: includes "already known".
 * `nonce-too-low`: already mined, or another transaction used the nonce.
 * `fee-too-low`: needs a replacement with higher fees, at least `minimum` if the node named it.
 * `no-funds`: the key cannot pay.
 * `later`: the pool or its provider may accept it later.
 * `refused`: rejected for good or with an unknown message, and the node does not have the transaction.
 */
export type Broadcast =
  | { kind: 'accepted' }
  | { kind: 'nonce-too-low' | 'no-funds' | 'later' | 'refused'; error: RpcError }
  | { kind: 'fee-too-low'; error: RpcError; minimum?: FeeMinimum }

type BroadcastChain = Pick<ChainConnection, 'sendRawTransaction' | 'rpc'>

/**
 * Broadcasts a signed transaction to the chain's pool.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the pool cannot be reached: it may or may not have the
 * transaction
 */
export async function broadcast(chain: BroadcastChain, raw: Hex): Promise<Broadcast> {
  const isThere = async () => (await findTransaction(chain, keccak256(raw))) !== undefined
  try {
    await chain.sendRawTransaction(raw)
    return { kind: 'accepted' }
  } catch (error) {
    // An unexpected response does not show whether the pool has the transaction, so the node is asked for it.
    if (error instanceof UnexpectedAnswer && (await isThere())) return { kind: 'accepted' }
    if (!(error instanceof RpcError)) throw error
    const sentence = readRefusal(error)
    return ANSWERS[sentence.verdict]({ error, sentence, isThere })
  }
}

/** The first known message of an error: the node's own, or one that it forwards. */
function readRefusal(error: RpcError): PoolSentence {
  const sentences = readSaid(error).map(({ message }) => readPoolSentence(message))
  return sentences.find(({ verdict }) => verdict !== 'unknown') ?? { verdict: 'unknown' }
}

type Refusal = { error: RpcError; sentence: PoolSentence; isThere: () => Promise<boolean> }

const ANSWERS: Record<PoolSentence['verdict'], (refusal: Refusal) => Broadcast | Promise<Broadcast>> = {
  accepted: () => ({ kind: 'accepted' }),
  'nonce-too-low': ({ error }) => ({ kind: 'nonce-too-low', error }),
  'fee-too-low': ({ error, sentence: { minimum } }) => ({
    kind: 'fee-too-low',
    error,
    ...(minimum !== undefined && { minimum }),
  }),
  'no-funds': ({ error }) => ({ kind: 'no-funds', error }),
  later: ({ error }) => ({ kind: 'later', error }),
  busy: ({ error }) => ({ kind: 'later', error }),
  refused: ({ error }) => ({ kind: 'refused', error }),
  // An unknown message does not show whether the pool has the transaction. A provider that is over its limit did not
  // examine the transaction.
  unknown: async ({ error, isThere }) => {
    if (await isThere()) return { kind: 'accepted' }
    return { kind: isProvidersFault(error) ? 'later' : 'refused', error }
  },
}
