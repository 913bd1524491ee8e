import * as z from 'zod/mini'
import { logsOfCall } from '#protocol/executed-logs.ts'
import { readNode } from './node-reads.ts'

export const RECEIPT = 'eth_getTransactionReceipt'

const logsSchema = z.looseObject({
  logs: z.array(z.looseObject({ address: z.string(), topics: z.array(z.string()) })),
})
type Call = { wallet: string; digest: string }

/**
 * Receipts of the calls that this page has sent: one transaction may carry several calls and succeed although one of them
 * failed, so status and logs are made those of the page's call. Other receipts are the node's.
 */
export function createReceipts(rpcUrl: string | undefined) {
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
