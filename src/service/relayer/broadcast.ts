import { keccak256, type Hex } from 'viem'
import type { ChainConnection } from '#service/chain/chain.ts'
import { findTransaction } from '#service/chain/find-transaction.ts'
import { readPoolSentence, type PoolSentence } from '#service/chain/pool-sentences.ts'
import { RpcError, UnexpectedAnswer } from '#service/chain/rpc.ts'
import { readSaid } from '#service/chain/wrapped-error.ts'
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
  const isThere = async () => (await findTransaction(chain, keccak256(raw))) !== undefined
  try {
    await chain.sendRawTransaction(raw)
    return { kind: 'accepted' }
  } catch (error) {
    // An answer in another shape says nothing: the node is asked whether it has the transaction.
    if (error instanceof UnexpectedAnswer && (await isThere())) return { kind: 'accepted' }
    if (!(error instanceof RpcError)) throw error
    const sentence = readRefusal(error)
    return ANSWERS[sentence.verdict]({ error, sentence, isThere })
  }
}

/** The first sentence of a refusal that is known: the node's own, or one that it passes on. */
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
  // Words that are not known say nothing either.
  unknown: async ({ error, isThere }) =>
    (await isThere()) ? { kind: 'accepted' } : { kind: 'refused', error },
}
