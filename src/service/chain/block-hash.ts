import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { Rpc } from './rpc.ts'
import { hashSchema, quantity } from './rpc-schemas.ts'

const nullableBlockSchema = z.nullable(z.object({ hash: hashSchema }))

/** The hash of the block at a height, or `undefined` while the node has none there. */
export async function readBlockHash(rpc: Rpc, number: bigint): Promise<Hex | undefined> {
  const params = [quantity(number), false]
  return (await rpc.request(nullableBlockSchema, 'eth_getBlockByNumber', params))?.hash
}
