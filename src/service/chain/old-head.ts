import { blockSchema } from './rpc-schemas.ts'
import type { Rpc } from './rpc.ts'

/**
 * Age of the newest block in seconds from which a node may still be synchronizing. Chains that make a block for each
 * transaction alone can be as old.
 */
const OLD_SECONDS = 3_600

/**
 * Returns a sentence with the height and the date of the newest block if it is old. Undefined if it is not. The date is
 * what counts, because nodes seldom know that they are behind (NethermindEth/nethermind 12673).
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function findOldHead(rpc: Rpc): Promise<string | undefined> {
  const { number, timestamp } = await rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  const seconds = Number(timestamp)
  if (Date.now() / 1_000 - seconds < OLD_SECONDS) return undefined
  return `The newest block of the node at RPC_URL is ${number} of ${new Date(seconds * 1_000).toISOString()}.`
}
