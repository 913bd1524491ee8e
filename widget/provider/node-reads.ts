import * as z from 'zod/mini'
import { ProviderRpcError } from './rpc-error.ts'

/** Methods that only read the chain: they go to the page's node. */
export const READS =
  /^(eth_(get\w+|call|estimateGas|blockNumber|feeHistory|gasPrice|maxPriorityFeePerGas|syncing)|web3_clientVersion)$/

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** What the page's node answers. @throws ProviderRpcError as the node has it; 4200 without a node, 4900 when it is silent */
export async function readNode(rpcUrl: string | undefined, method: string, params: unknown) {
  if (rpcUrl === undefined)
    throw new ProviderRpcError(4200, `${method} is read from a node: set the option rpcUrl to its address`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  const headers = { 'content-type': 'application/json' }
  const answered: unknown = await fetch(rpcUrl, { method: 'POST', headers, body })
    .then((answer) => answer.json())
    .catch(() => undefined)
  const parsed = answerSchema.safeParse(answered)
  if (!parsed.success)
    throw new ProviderRpcError(4900, 'The node of rpcUrl does not answer. Check it, and connect-src.')
  const { result, error } = parsed.data
  if (error !== undefined) throw new ProviderRpcError(error.code, error.message, error.data)
  return result
}
