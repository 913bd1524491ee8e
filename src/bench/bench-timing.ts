import type { ExampleService } from '#service/testing/example-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { Row } from './print-table.ts'

const CALLS = 1_000
const WARM_UP = 50
/**
 * Threshold of t. Above it, the difference between the means of two samples is not random (as in dudect's tests of
 * constant time).
 */
const T_MAX = 4.5
/** Share of the fastest calls that count. The slowest contain noise of the machine. */
const FASTEST_SHARE = 0.95

type Call = () => Promise<{ status: number }>

/**
 * Measures whether two refusals with the same wording differ in time, by Welch's t. Calls both in turns, in one
 * process, without a network.
 */
export async function benchTiming(): Promise<Row[]> {
  // The service's own timers do not keep the process alive.
  const going = setInterval(() => {}, 1_000)
  const world = await serviceWorld.examples()
  try {
    const rows: Row[] = []
    for (const [what, calls] of await listPairs(world)) rows.push(await compare(what, calls))
    return rows
  } finally {
    await world.stop()
    clearInterval(going)
  }
}

async function listPairs(world: ExampleService): Promise<[what: string, calls: [Call, Call]][]> {
  const { key } = world.other
  const get =
    (path: string, as = key) =>
    () =>
      world.call('GET', `/v1/baas${path}`, { key: as })
  const uuid = await world.newTransactionId()
  await world.requestCode('waits@example.com')
  const revoked = await world.addKey(world.demo.id, ['wallet:read'])
  const unknown = await world.addKey(world.demo.id, ['wallet:read'])
  const { db } = world.ctx
  const [last, beforeLast] = (
    await db.selectFrom('api_keys').select('id').orderBy('created_at', 'desc').limit(2).execute()
  ).map(({ id }) => id)
  await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', beforeLast ?? '')
    .execute()
  await db
    .deleteFrom('api_keys')
    .where('id', '=', last ?? '')
    .execute()
  return [
    ['a revoked key and an unknown one', [get('/config', revoked), get('/config', unknown)]],
    [
      'another organization’s wallet and an unknown one',
      [get(`/wallets/${world.wallet.address}`), get(`/wallets/0x${'1'.repeat(40)}`)],
    ],
    [
      'another organization’s transaction and an unknown one',
      [get(`/transactions/${uuid}`), get('/transactions/2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa')],
    ],
    [
      'a code pending at another organization and no code',
      [
        get('/wallets/pending-verification?email=waits%40example.com'),
        get('/wallets/pending-verification?email=never%40example.com'),
      ],
    ],
  ]
}

async function compare(what: string, [one, other]: [Call, Call]): Promise<Row> {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < WARM_UP + CALLS; turn += 1) {
    // The order is random, so that neither always comes second.
    const order = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)
    const took = new Map<0 | 1, number>()
    for (const side of order) took.set(side, await timed(side === 0 ? one : other))
    if (turn < WARM_UP) continue
    times[0].push(took.get(0) ?? 0)
    times[1].push(took.get(1) ?? 0)
  }
  const t = welch(times)
  const means = times.map((all) => `${mean(fastest(all)).toFixed(3)} ms`).join(' and ')
  return {
    what: `difference in response time: ${what}, ${CALLS} each`,
    measured: `t ${t.toFixed(1)} (${means})`,
    budget: `${T_MAX}`,
    met: Math.abs(t) < T_MAX,
  }
}

async function timed(call: Call): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

function welch([one, other]: [number[], number[]]): number {
  const [a, b] = [fastest(one), fastest(other)]
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length)
}

const fastest = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length * FASTEST_SHARE))
const mean = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / times.length
function variance(times: readonly number[]): number {
  const middle = mean(times)
  return times.reduce((sum, time) => sum + (time - middle) ** 2, 0) / (times.length - 1)
}
