import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { ChainReader } from './chain.ts'
import { requestFound } from './request-found.ts'
import { hashSchema, quantitySchema, unknownable } from './rpc-schemas.ts'

export const foundSchema = z.nullable(
  z.object({ hash: unknownable(hashSchema), blockNumber: unknownable(quantitySchema) }),
)

/**
 * Finds a transaction that the node has: `mined` in a block, or `waiting` in its pool. Returns undefined if
 * the node does not know it.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function findTransaction(
  { rpc }: ChainReader,
  hash: Hex,
): Promise<'mined' | 'waiting' | undefined> {
  const found = await requestFound(rpc, foundSchema, 'eth_getTransactionByHash', [hash])
  if (found === null) return undefined
  return found.blockNumber === undefined ? 'waiting' : 'mined'
}
