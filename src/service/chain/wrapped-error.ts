import * as z from 'zod/mini'
import type { RpcError } from './rpc.ts'

/** A node's message, and the data that it sent with it. */
export type Said = { message: string; data: unknown }

/** Maximum depth of errors that gateways wrap in each other. */
const DEPTH_MAX = 3

const wrappedSchema = z.union([
  z.pipe(
    z.string(),
    z.transform((message): Said => ({ message: unquote(message), data: undefined })),
  ),
  z.pipe(
    z.object({ message: z.string(), data: z.optional(z.unknown()) }),
    z.transform(({ message, data }): Said => ({ message, data })),
  ),
])

/** Conflux writes the message in `data` as a JSON string. */
function unquote(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text
}

/**
 * Returns the message of an error, followed by the messages of each node whose error it wraps. Some gateways
 * send their own message, and the node's error in `data`.
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
