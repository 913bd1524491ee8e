import * as z from 'zod/mini'
import type { RpcError } from './rpc.ts'

/** The words of a node, and what it sent beside them. */
export type Said = { message: string; data: unknown }

/** Gateways wrap the error of another gateway at most this often. */
const DEPTH_MAX = 3

const wrappedSchema = z.union([
  z.pipe(
    z.string(),
    z.transform((message): Said => ({ message, data: undefined })),
  ),
  z.pipe(
    z.object({ message: z.string(), data: z.optional(z.unknown()) }),
    z.transform(({ message, data }): Said => ({ message, data })),
  ),
])

/**
 * Returns the words of a refusal, and behind them the words of each node whose error it carries. Some gateways send a
 * message of their own, and the node's error in `data`.
 */
export function readSaid({ rpcMessage, data }: Pick<RpcError, 'rpcMessage' | 'data'>): readonly Said[] {
  const said: Said[] = [{ message: rpcMessage, data }]
  for (let inner = data; said.length <= DEPTH_MAX;) {
    const wrapped = wrappedSchema.safeParse(inner)
    if (!wrapped.success) break
    said.push(wrapped.data)
    inner = wrapped.data.data
  }
  return said
}
