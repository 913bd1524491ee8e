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
  /** Number of accepted calls whose hash has no confirmed transaction. */
  lost: number
  /** Number of coins that the recipient received in addition to one per accepted call. */
  doubled: number
  /** Seconds from the last response until no transaction was pending. */
  settleSeconds: number
}

/**
 * Waits until nothing is pending. Then compares the accepted responses with the recorded transactions and with the
 * recipient's balance on the chain. `accepted` has the transaction hash of each response. Calls of one bundle share a
 * hash.
 */
export async function accountFor(
  server: MeasuredServer,
  accepted: readonly string[],
  recipient: Address,
): Promise<Account> {
  const startedAt = performance.now()
  while ((await readTransactions(server, '?status=SUBMITTED&limit=1')).rows.length > 0) {
    if (performance.now() - startedAt > SETTLE_TIMEOUT_MS) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const settleSeconds = (performance.now() - startedAt) / 1_000
  const confirmed = new Map<string, number>()
  for (let query: string | undefined = '?status=CONFIRMED&limit=200'; query !== undefined;) {
    const page = await readTransactions(server, query)
    for (const { transactionHash } of page.rows)
      if (transactionHash !== undefined) count(confirmed, transactionHash)
    query = page.next
  }
  const asked = new Map<string, number>()
  for (const hash of accepted) count(asked, hash)
  const missing = [...asked].map(([hash, calls]) => Math.max(0, calls - (confirmed.get(hash) ?? 0)))
  const lost = missing.reduce((sum, calls) => sum + calls, 0)
  return { lost, doubled: (await readCoins(server, recipient)) - accepted.length, settleSeconds }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

async function readTransactions(server: MeasuredServer, query: string) {
  const { content, next } = await readPage(server, `/v1/baas/transactions${query}`)
  return { rows: pageSchema.parse(content), next }
}

async function readCoins(server: MeasuredServer, holder: Address): Promise<number> {
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
