import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { call } from '#cli/testing/client.ts'
import { eventListSchema } from '#protocol/events.ts'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import { transactionSchema } from '#protocol/transactions.ts'
import { logSchema } from '#service/chain/chain-log.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import type { Accepted, FailoverLoad } from './failover-load.ts'

const POLL_MS = 200
const SETTLE_MS_MAX = 600_000
const PAGE = 200

const NEXT_PAGE = /<([^>]*)>; rel="next"/

const pageSchema = z.object({ content: z.array(transactionSchema) })
type Row = z.infer<typeof transactionSchema>

type FailoverAccount = {
  /**
   * Number of the accepted calls' executions on the chain, of their CONFIRMED rows, and of their confirmation events.
   */
  executions: number
  confirmed: number
  events: number
  /** Number of accepted calls that must be executed. */
  expected: number
  /** `left`: number of held calls that nobody decides. `held`: how many of them have a pending row. */
  left: number
  held: number
  /** Digests that were executed, stored or reported more than once. */
  doubled: string[]
}

type World = Pick<FailoverLoad, 'server' | 'apiKey'> & { rpc: Rpc }

/** The rows of accepted calls, by digest. A call that the database has lost has no row. */
export async function readRows(
  { server, apiKey }: World,
  accepted: readonly Accepted[],
): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>(accepted.map(({ digest }) => [digest, []]))
  for (const address of new Set(accepted.map(({ wallet }) => wallet.address))) {
    const first = new URL(`${server.url}/v1/baas/transactions?wallet=${address}&limit=${PAGE}`)
    for (let path: URL | undefined = first; path !== undefined;) {
      const response: Response = await fetch(path, { headers: { 'x-api-key': apiKey } })
      const { content } = pageSchema.parse(await response.json())
      for (const row of content) rows.get(row.digest)?.push(row)
      const next = NEXT_PAGE.exec(response.headers.get('link') ?? '')?.[1]
      path = next === undefined ? undefined : new URL(new URL(next).search, first)
    }
  }
  return rows
}

/** Resolves when every execution on the chain has a CONFIRMED row. Returns the accepted calls without a row. */
export async function findLost(world: World, accepted: readonly Accepted[]): Promise<Accepted[]> {
  const digests = new Set<string>(accepted.map(({ digest }) => digest))
  return until(async () => {
    const executed = (await readExecutions(world.rpc)).filter((digest) => digests.has(digest))
    const rows = await readRows(world, accepted)
    const isConfirmed = (digest: string) => rows.get(digest)?.[0]?.status === 'CONFIRMED'
    return executed.every(isConfirmed)
      ? accepted.filter(({ digest }) => rows.get(digest)?.length === 0)
      : undefined
  })
}

/**
 * Waits until every call is confirmed or held. Then compares the accepted calls with the chain, the rows and the
 * events.
 */
export async function accountForFailover(
  world: World,
  accepted: readonly Accepted[],
): Promise<FailoverAccount> {
  const expected = accepted.filter(({ isLeft }) => !isLeft).map(({ digest }) => digest)
  const left = accepted.filter(({ isLeft }) => isLeft).map(({ digest }) => digest)
  const rows = await until(async () => {
    const found = await readRows(world, accepted)
    return expected.every((digest) => found.get(digest)?.[0]?.status === 'CONFIRMED') ? found : undefined
  })
  const counted: string[] = [...expected, ...left]
  const executions = (await readExecutions(world.rpc)).filter((digest) => counted.includes(digest))
  const events = await until(async () => {
    const found = (await readConfirmations(world)).filter((digest) => counted.includes(digest))
    return found.length >= expected.length ? found : undefined
  })
  const stored = [...rows].flatMap(([digest, all]) => all.map(() => digest))
  const isHeld = (digest: string) => rows.get(digest)?.[0]?.status === 'PENDING_USER_APPROVAL'
  return {
    executions: executions.length,
    confirmed: expected.filter((digest) => rows.get(digest)?.[0]?.status === 'CONFIRMED').length,
    events: events.length,
    expected: expected.length,
    left: left.length,
    held: left.filter(isHeld).length,
    doubled: [...findTwice(executions), ...findTwice(stored), ...findTwice(events)],
  }
}

/** The digests that wallets executed, one entry per execution. */
async function readExecutions(rpc: Rpc): Promise<string[]> {
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [EXECUTED_TOPIC] }
  const logs = await rpc.request(z.array(logSchema), 'eth_getLogs', [filter])
  return logs.flatMap(({ topics: [, digest] }) => (digest === undefined ? [] : [digest]))
}

/** The digests of all events that report a confirmation. */
async function readConfirmations({ server, apiKey }: World): Promise<string[]> {
  const digests: string[] = []
  let after = '0'
  for (;;) {
    const path = `/org/events?type=transaction.confirmed&limit=${PAGE}&afterSequence=${after}`
    const page = z.parse(eventListSchema, (await call(server, apiKey, 'GET', path)).content)
    digests.push(...page.flatMap(({ data: { digest } }) => (digest === undefined ? [] : [digest])))
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return digests
    after = last.sequence
  }
}

function findTwice(digests: readonly string[]): string[] {
  return digests.filter((digest, index) => digests.indexOf(digest) !== index)
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + SETTLE_MS_MAX
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error('The calls are not settled in time.')
    await wait(POLL_MS)
  }
}
