import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import { findProgress } from './index-progress.ts'

/** How many blocks of the chain are not read yet; `undefined` before the first is. */
export async function blocksBehind({
  db,
  chain,
}: Pick<Context, 'db' | 'chain'>): Promise<bigint | undefined> {
  const progress = await findProgress(db, chain.id)
  if (progress === undefined) return undefined
  const behind = (await chain.rpc.request(quantitySchema, 'eth_blockNumber', [])) + 1n - progress.next
  return behind > 0n ? behind : 0n
}
