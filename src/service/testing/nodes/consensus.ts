import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { readHeader } from '#service/chain/chain-data.ts'
import { hashSchema, quantity, type BlockHeader } from '#service/chain/rpc-schemas.ts'
import type { Rpc } from '#service/chain/rpc.ts'

const ZERO_HASH = `0x${'0'.repeat(64)}`
const statusSchema = z.object({ status: z.string() })
const choiceSchema = z.object({ payloadStatus: statusSchema, payloadId: z.nullish(z.string()) })
const payloadSchema = z.object({
  executionPayload: z.looseObject({ blockHash: hashSchema }),
  executionRequests: z.array(z.string()),
})

/**
 * The part of a consensus client that makes the execution client build blocks, and chooses the newest one
 * (Engine API, Prague).
 */
export function createConsensus(rpc: Rpc, engine: Rpc) {
  let last: Promise<unknown> = Promise.resolve()

  async function choose(headBlockHash: string, attributes: unknown) {
    const state = { headBlockHash, safeBlockHash: ZERO_HASH, finalizedBlockHash: ZERO_HASH }
    const chosen = await engine.request(choiceSchema, 'engine_forkchoiceUpdatedV3', [state, attributes])
    if (chosen.payloadStatus.status !== 'VALID') throw new Error(`a head is ${chosen.payloadStatus.status}`)
    return chosen.payloadId
  }
  /** Builds a block on top of another and chooses it. */
  async function makeOn(parent: Pick<BlockHeader, 'hash' | 'timestamp'>) {
    const now = BigInt(Math.floor(Date.now() / 1_000))
    const timestamp = parent.timestamp >= now ? parent.timestamp + 1n : now
    const payloadId = await choose(parent.hash, {
      timestamp: quantity(timestamp),
      // Makes two blocks on the same parent differ.
      prevRandao: `0x${randomBytes(32).toString('hex')}`,
      suggestedFeeRecipient: `0x${'0'.repeat(40)}`,
      withdrawals: [],
      parentBeaconBlockRoot: ZERO_HASH,
    })
    const made = await engine.request(payloadSchema, 'engine_getPayloadV4', [payloadId])
    const { executionPayload, executionRequests } = made
    const params = [executionPayload, [], ZERO_HASH, executionRequests]
    const { status } = await engine.request(statusSchema, 'engine_newPayloadV4', params)
    if (status !== 'VALID') throw new Error(`a block is ${status}`)
    await choose(executionPayload.blockHash, null)
    return { hash: executionPayload.blockHash, timestamp }
  }
  /** Runs work sequentially, because each block builds on the previous one. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  async function readBlock(number: bigint | 'latest'): Promise<BlockHeader> {
    const block = await readHeader({ rpc }, number)
    if (block === null) throw new Error(`no block ${number}`)
    return block
  }
  return {
    mine: (blocks: number): Promise<void> =>
      inTurn(async () => {
        let parent: Pick<BlockHeader, 'hash' | 'timestamp'> = await readBlock('latest')
        for (let made = 0; made < blocks; made += 1) parent = await makeOn(parent)
      }),
    /** Replaces the newest blocks with as many other blocks plus one. */
    reorganize: (depth: number): Promise<void> =>
      inTurn(async () => {
        const newest = await readBlock('latest')
        let parent: Pick<BlockHeader, 'hash' | 'timestamp'> = await readBlock(newest.number - BigInt(depth))
        for (let made = 0; made <= depth; made += 1) parent = await makeOn(parent)
      }),
  }
}
