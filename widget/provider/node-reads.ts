import * as z from 'zod/mini'
import { logsOfCall } from '#protocol/executed-logs.ts'
import { ProviderRpcError } from './rpc-error.ts'

/** Methods that only read the chain. They are sent to the page's node. */
export const READS =
  /^(eth_(get\w+|call|estimateGas|blockNumber|feeHistory|gasPrice|maxPriorityFeePerGas|syncing)|web3_clientVersion)$/

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) })),
})

/**
 * Calls the page's node.
 *
 * @throws ProviderRpcError with the node's error, 4200 without a node, or 4900 if it does not respond
 */
export async function readNode(
  rpcUrl: string | undefined,
  method: string,
  params: unknown,
): Promise<unknown> {
  if (rpcUrl === undefined)
    throw new ProviderRpcError(4200, `${method} is read from a node: set the option rpcUrl to its address`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  const headers = { 'content-type': 'application/json' }
  const answered: unknown = await fetch(rpcUrl, { method: 'POST', headers, body })
    .then((answer) => answer.json())
    .catch(() => undefined)
  const parsed = answerSchema.safeParse(answered)
  if (!parsed.success)
    throw new ProviderRpcError(4900, 'The node of rpcUrl does not respond. Check it, and connect-src.')
  const { result, error } = parsed.data
  if (error !== undefined) throw new ProviderRpcError(error.code, error.message, error.data)
  return result
}

export const RECEIPT = 'eth_getTransactionReceipt'

const logsSchema = z.looseObject({
  logs: z.array(z.looseObject({ address: z.string(), topics: z.array(z.string()) })),
})
type Call = { wallet: string; digest: string }

/**
 * Receipts of the calls that this page has sent. One transaction may contain several calls and succeed although one
 * of them failed. Status and logs are therefore replaced by those of the page's call. All other receipts are returned
 * as the node sends them.
 */
export function createReceipts(rpcUrl: string | undefined): {
  noteSent: (hash: string, call: Call) => void
  eth_getTransactionReceipt(given: unknown): Promise<unknown>
} {
  const calls = new Map<string, Call>()
  return {
    noteSent: (hash: string, call: Call) => void calls.set(hash.toLowerCase(), call),
    async eth_getTransactionReceipt(given: unknown): Promise<unknown> {
      const receipt = await readNode(rpcUrl, RECEIPT, given)
      const call = Array.isArray(given) ? calls.get(String(given[0]).toLowerCase()) : undefined
      const read = logsSchema.safeParse(receipt)
      if (call === undefined || !read.success) return receipt
      const logs = logsOfCall(read.data.logs, call)
      return { ...read.data, status: logs === undefined ? '0x0' : '0x1', logs: logs ?? [] }
    },
  }
}
