import { keccak256, type Hex } from 'viem'
import * as z from 'zod/mini'
import type { Anvil } from './anvil-process.ts'
import type { BlockLog } from './block-log.ts'
import { readBlockHash } from './chain-data.ts'
import { blockSchema, quantitySchema, type Block } from './rpc-schemas.ts'
import { RpcError } from './rpc.ts'

/** The chain after a replay. `pool` contains the pending transactions by hash, in the order of their arrival. */
export type Replayed = { head: Block; pool: Map<Hex, Hex> }

/**
 * Replays everything that the logs recorded into a fresh anvil, in order. Then checks that the chain has the recorded
 * block with the recorded hash. The hash covers all ancestors, so one comparison verifies the whole chain.
 *
 * @throws Error for the operator if the block differs
 */
export async function replay(anvil: Anvil, logs: readonly BlockLog[]): Promise<Replayed> {
  const pool = new Map<Hex, Hex>()
  let expected: { number: number; hash: Hex } | undefined
  const request = (method: string, params: readonly unknown[]) =>
    anvil.control.request(z.unknown(), method, params)
  for (const record of logs.flatMap((log) => log.records)) {
    if (record.kind === 'balance') await request('anvil_setBalance', [record.address, record.wei])
    if (record.kind === 'mine') await request('evm_mine', [record.timestamp])
    if (record.kind === 'tx') {
      await request('eth_sendRawTransaction', [record.raw]).catch(ignoreKnown)
      pool.set(keccak256(record.raw), record.raw)
    }
    if (record.kind === 'block' || record.kind === 'start') expected = record
  }
  const head = await newestBlock(anvil)
  if (expected !== undefined) await requireBlock(anvil, expected)
  await keepWaiting(anvil, pool)
  return { head, pool }
}

/** Counts the transactions in the pool: those that the next block can include, and those behind a nonce gap. */
export async function poolSize(anvil: Anvil): Promise<{ ready: number; behindGap: number }> {
  const size = await anvil.control.request(poolSizeSchema, 'txpool_status', [])
  return { ready: Number(size.pending), behindGap: Number(size.queued) }
}

const poolSizeSchema = z.object({ pending: quantitySchema, queued: quantitySchema })
const pooledSchema = z.nullable(z.object({ blockHash: z.nullable(z.string()) }))

/** Removes transactions from the record of the pool that no longer wait in the pool. */
export async function keepWaiting(anvil: Anvil, pool: Map<Hex, Hex>): Promise<void> {
  const { ready, behindGap } = await poolSize(anvil)
  if (ready + behindGap === 0) pool.clear()
  for (const hash of pool.keys()) {
    const found = await anvil.control.request(pooledSchema, 'eth_getTransactionByHash', [hash])
    if (found === null || found.blockHash !== null) pool.delete(hash)
  }
}

export function newestBlock(anvil: Anvil): Promise<Block> {
  return anvil.control.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
}

/**
 * Ignores that a transaction is already in the pool, because a log that follows a snapshot lists the pool's
 * transactions again.
 */
function ignoreKnown(error: unknown): void {
  if (!(error instanceof RpcError)) throw error
}

async function requireBlock(anvil: Anvil, expected: { number: number; hash: Hex }): Promise<void> {
  if ((await readBlockHash(anvil.control, BigInt(expected.number))) === expected.hash) return
  throw new Error(
    `The sandbox's chain was recorded up to block ${expected.number}, and replaying the record leads elsewhere. ` +
      'It was probably written with another version of anvil: use that version, or move the data folder away to start with an empty sandbox.',
  )
}
