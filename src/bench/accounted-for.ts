import type { Address } from 'viem'
import * as z from 'zod/mini'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { readPage, type MeasuredServer } from './measured-server.ts'

const pageSchema = z.array(
  z.object({ transactionUuid: z.string(), status: z.string(), transactionHash: z.optional(z.string()) }),
)
const rpcSchema = z.object({ result: z.string() })
const POLL_MS = 200
const SETTLE_TIMEOUT_MS = 60_000

export type Account = {
  /** Accepted hashes that no confirmed transaction has. */
  lost: number
  /** What arrived at the recipient beyond the confirmed transactions. */
  doubled: number
  /** From the last answer until all were confirmed. */
  settleSeconds: number
}

/** Waits until nothing is pending, then compares accepted answers, the transactions' records and the chain. */
export async function accountFor(
  server: MeasuredServer,
  accepted: ReadonlySet<string>,
  recipient: Address,
): Promise<Account> {
  const startedAt = performance.now()
  while ((await readTransactions(server, '?status=SUBMITTED&limit=1')).rows.length > 0) {
    if (performance.now() - startedAt > SETTLE_TIMEOUT_MS) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const settleSeconds = (performance.now() - startedAt) / 1_000
  const confirmed = new Set<string>()
  for (let query: string | undefined = '?status=CONFIRMED&limit=200'; query !== undefined;) {
    const page = await readTransactions(server, query)
    for (const { transactionHash } of page.rows)
      if (transactionHash !== undefined) confirmed.add(transactionHash)
    query = page.next
  }
  const lost = [...accepted].filter((hash) => !confirmed.has(hash)).length
  return { lost, doubled: (await coinsOf(server, recipient)) - accepted.size, settleSeconds }
}

async function readTransactions(server: MeasuredServer, query: string) {
  const { content, next } = await readPage(server, `/v1/baas/transactions${query}`)
  return { rows: pageSchema.parse(content), next }
}

async function coinsOf(server: MeasuredServer, holder: Address): Promise<number> {
  const data = encodeCall('balanceOf(address)', [holder])
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: server.tokens.erc20, data }, 'latest'],
  }
  const response = await fetch(`${server.origin}/sandbox/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  return Number(BigInt(rpcSchema.parse(await response.json()).result))
}
