import type * as z from 'zod/mini'
import { doesNodeSay } from './call-sentences.ts'
import { RpcError, type Rpc } from './rpc.ts'

/** Methods that look up one thing on the chain, which may not exist. */
type Looking = 'eth_getBlockByNumber' | 'eth_getTransactionByHash' | 'eth_getTransactionReceipt'

/**
 * Looks up one thing on the chain. Returns null if it does not exist. Most nodes then return null, and some return an
 * error.
 *
 * @throws as `Rpc`
 */
export async function requestFound<Schema extends z.ZodMiniType>(
  { request }: Rpc,
  schema: Schema,
  method: Looking,
  params: readonly unknown[],
): Promise<z.infer<Schema> | null> {
  try {
    return await request(schema, method, params)
  } catch (error) {
    if (error instanceof RpcError && doesNodeSay('notThere', error.rpcMessage)) return null
    throw error
  }
}
