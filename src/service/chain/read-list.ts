import * as z from 'zod/mini'
import { NotServedAnswer, RpcError, UnexpectedAnswer, type Rpc } from './rpc.ts'

const itemsSchema = z.nullable(z.array(z.unknown()))

/** Requests a list. Returns null if the node does not serve the method or returns anything but a list. */
export async function readList(
  rpc: Rpc,
  method: string,
  params: readonly unknown[],
): Promise<unknown[] | null> {
  try {
    return await rpc.request(itemsSchema, method, params)
  } catch (error) {
    const isLacking =
      error instanceof RpcError || error instanceof UnexpectedAnswer || error instanceof NotServedAnswer
    if (!isLacking) throw error
    return null
  }
}
