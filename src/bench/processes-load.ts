import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Hex } from 'viem'
import type { SignedRequest } from './bench-wallets.ts'

/** The final response to a signed execute. */
export type Answered = { digest: Hex; text: string; ms: number }

export type Load = {
  /** Origins of the processes that respond at the moment. */
  origins: () => readonly string[]
  apiKey: string
  connections: number
  /** Pause of a connection after each response, in milliseconds. */
  pauseMs?: number
  requests: readonly SignedRequest[]
  onAnswer?: (answered: Answered) => void
  /** Called after each response. Returns false to stop sending. If undefined, all requests are sent. */
  goesOn?: () => boolean
}

const PATIENCE_MS = 60_000
const RETRY_MS = 20

/**
 * Sends each request once. Retries on the next process if there is no response or one that asks for a retry,
 * as an integrator does. The digest makes retries idempotent.
 */
export async function runLoad(load: Load): Promise<Answered[]> {
  const pools = new Map<string, Pool>()
  const answered: Answered[] = []
  let index = 0

  async function worker(number: number): Promise<void> {
    for (let request = load.requests[index++]; request !== undefined; request = load.requests[index++]) {
      const one = await sendUntilAnswered(request, number)
      answered.push(one)
      load.onAnswer?.(one)
      if (load.goesOn?.() === false) return
      if (load.pauseMs !== undefined) await wait(load.pauseMs)
    }
  }
  async function sendUntilAnswered({ digest, body = '' }: SignedRequest, number: number): Promise<Answered> {
    const startedAt = performance.now()
    for (let round = number; ; round += 1) {
      const answer = await ask(round, body).catch((error: unknown) => ({ status: 0, text: String(error) }))
      const ms = performance.now() - startedAt
      if (answer.status === 200) return { digest, text: answer.text, ms }
      const isOver =
        (answer.status >= 400 && answer.status < 500 && answer.status !== 429) || ms > PATIENCE_MS
      if (isOver) throw new Error(`an execute got ${answer.status}: ${answer.text}`)
      await wait(RETRY_MS)
    }
  }
  async function ask(round: number, body: string) {
    const origins = load.origins()
    const origin = origins[round % origins.length] ?? ''
    const pool = pools.get(origin) ?? new Pool(origin, { connections: load.connections, pipelining: 1 })
    pools.set(origin, pool)
    const headers = { 'x-api-key': load.apiKey, 'content-type': 'application/json' }
    const answer = await pool.request({
      method: 'POST',
      path: '/v1/baas/transactions/execute',
      headers,
      body,
    })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
  await Promise.all(Array.from({ length: load.connections }, (_, number) => worker(number)))
  await Promise.all([...pools.values()].map((pool) => pool.destroy()))
  return answered
}
