import * as z from 'zod/mini'
import { readList } from './read-list.ts'
import { requestFound } from './request-found.ts'
import { quantity, unknownable } from './rpc-schemas.ts'
import { RpcError, type Rpc } from './rpc.ts'

/** Number of blocks of which those with logs are read. */
const BLOCKS = 16n
/** Number of blocks with logs that are requested. A single bloom filter may be wrong. */
const REQUESTS_MAX = 3

const bloomSchema = z.nullable(z.object({ logsBloom: unknownable(z.string()) }))
/** A filter of only ones says nothing: some nodes set it for each block with transactions. */
const FILLED_BLOOM = /^0x(?!0*$|f*$)[0-9a-f]+$/i

/**
 * Whether a node has deleted the logs of a block and of those after it. Such a node returns an empty list and no error.
 * The bloom filter of a block says that it has logs. False if no logs can be expected, or if the node refuses to say.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function lacksLogs(rpc: Rpc, { from, to }: { from: bigint; to: bigint }): Promise<boolean> {
  let requests = 0
  for (let number = from; number <= to && number < from + BLOCKS && requests < REQUESTS_MAX; number += 1n) {
    const params = [quantity(number), false]
    const block = await requestFound(rpc, bloomSchema, 'eth_getBlockByNumber', params).catch(
      (error: unknown) => {
        if (error instanceof RpcError) return null
        throw error
      },
    )
    if (!FILLED_BLOOM.test(block?.logsBloom ?? '')) continue
    requests += 1
    const range = { fromBlock: quantity(number), toBlock: quantity(number) }
    const logs = await readList(rpc, 'eth_getLogs', [range])
    if (logs === null || logs.length > 0) return false
  }
  return requests > 0
}
