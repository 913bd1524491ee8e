import { sql } from 'kysely'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { lookUpAddressesResultSchema } from '#protocol/addresses.ts'
import { openDatabase, type Database } from '#service/index.ts'
import { createBenchWallets, signTransfers } from './bench-wallets.ts'
import { drive, each, quantile } from './load.ts'
import { inFolder, readPage, startMeasuredServer, type MeasuredServer } from './measured-server.ts'
import { spreadRow, timeRow, type Row } from './print-table.ts'

const WALLETS = 100_000
const PAGE_MS_MAX = 50
const PAGE_LIMIT = 200
const LOOKUPS = 60
const LOOKED_UP = 50
const LOOKUP_MS_MAX = 20
/** Number of transfers that are relayed and indexed while pages are read, at about 100 per second. */
const WRITTEN = 3_000
const WRITERS = 8
const SEARCHES = {
  rare: 'user-99998',
  frequent: 'savings',
  'no match': 'zzzqqq',
  'of an address': '0x00000000000',
}

const lookedUpSchema = z.object({ content: lookUpAddressesResultSchema })
const pageSchema = z.array(z.object({ id: z.string() }))

/** Pages of `GET /wallets` for an organization with 100,000 wallets on the embedded database, from first to last. */
export function benchList(): Promise<Row[]> {
  return withWallets(WALLETS, async (server) => [
    await walk(server),
    ...(await searches(server)),
    await lookups(server),
    await whileWriting(server),
  ])
}

/** Measures a built server whose organization has `count` wallets. */
export function withWallets(
  count: number,
  measure: (server: MeasuredServer) => Promise<Row[]>,
): Promise<Row[]> {
  return inFolder(async (folder) => {
    await (await startMeasuredServer(folder, 'built')).close()
    const { db, close } = await openDatabase({ dataDir: folder, log: pino({ level: 'silent' }) })
    await insertWallets(db, count)
    await close()
    const server = await startMeasuredServer(folder, 'built')
    try {
      return await measure(server)
    } finally {
      await server.close()
    }
  })
}

/** Inserts wallets into the first organization, one per second of the past. They are not on a chain. */
export async function insertWallets(db: Database, count: number): Promise<void> {
  await sql`
    insert into wallets (id, organization_id, address, qx, qy, rp_id_hash, label, external_user_id,
      external_user_label, email, with_fee, status, relayed_id, transaction_hash, verification_id, creation_hmac,
      created_at)
    select gen_random_uuid(), (select id from organizations order by created_at limit 1),
      '0x' || lpad(to_hex(i), 40, '0'), lpad(to_hex(i), 64, '0'), lpad(to_hex(i), 64, '0'), '0x' || repeat('0', 64),
      'Savings ' || i, 'user-' || i, 'Person ' || md5(i::text), 'mail' || i || '@example.com', false, 'deployed',
      gen_random_uuid(), '0x' || repeat('0', 64), gen_random_uuid(), '', now() - i * interval '1 second'
    from generate_series(1, ${count}::integer) as i`.execute(db)
  await sql`analyze wallets`.execute(db)
}

async function walk(server: MeasuredServer): Promise<Row> {
  const times: number[] = []
  const seen = new Set<string>()
  for (let query: string | undefined = `?limit=${PAGE_LIMIT}`; query !== undefined;) {
    const page = await timedPage(server, query)
    times.push(page.ms)
    for (const id of page.ids) seen.add(id)
    query = page.next
  }
  const what = `all ${seen.size} wallets in ${times.length} pages of ${PAGE_LIMIT}`
  const row = spreadRow(what, times, PAGE_MS_MAX)
  return { ...row, met: row.met === true && seen.size === WALLETS }
}

/** Reads pages while transactions are stored, relayed, settled and indexed on the same database. */
async function whileWriting(server: MeasuredServer): Promise<Row> {
  const wallets = await createBenchWallets(server, WRITERS)
  const recipient = '0x00000000000000000000000000000000000c0111'
  const requests = await signTransfers(server, wallets, { recipient, count: WRITTEN })
  const { origin, apiKey } = server
  let isOver = false
  const writing = drive({ origin, apiKey, connections: WRITERS, next: each(requests) }).finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) times.push((await timedPage(server, `?limit=${PAGE_LIMIT}`)).ms)
  const { perSecond } = await writing
  const what = `${times.length} pages while ${Math.round(perSecond)} transfers/s are indexed`
  return spreadRow(what, times, PAGE_MS_MAX)
}

async function searches(server: MeasuredServer): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, q] of Object.entries(SEARCHES)) {
    const times: number[] = []
    for (let time = 0; time < 9; time += 1) times.push((await timedPage(server, `?q=${q}`)).ms)
    rows.push(timeRow(`a search, ${what}`, quantile(times, 0.5), PAGE_MS_MAX))
  }
  return rows
}

/** Looks up names and look-alikes for a page of addresses. Half of them are wallets, half imitate one. */
async function lookups({ origin, apiKey }: MeasuredServer): Promise<Row> {
  const times: number[] = []
  let found = 0
  for (let run = 0; run < LOOKUPS; run += 1) {
    const addresses = Array.from({ length: LOOKED_UP / 2 }, (_, index) => {
      // Wallets have the addresses 1 to 100,000. An imitation keeps the first and the last four digits.
      const wallet = ((run * LOOKED_UP + index) * 37) % WALLETS || 1
      const digits = wallet.toString(16).padStart(40, '0')
      return [`0x${digits}`, `0x${digits.slice(0, 4)}${'f'.repeat(32)}${digits.slice(-4)}`]
    }).flat()
    const startedAt = performance.now()
    const response = await fetch(`${origin}/v1/baas/addresses/lookup`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ addresses }),
    })
    const { content } = lookedUpSchema.parse(await response.json())
    times.push(performance.now() - startedAt)
    found += content.addresses.filter(({ wallet, looksLikeWallet }) => wallet ?? looksLikeWallet).length
  }
  const row = spreadRow(
    `lookup of ${LOOKED_UP} addresses among ${WALLETS} wallets`,
    times,
    LOOKUP_MS_MAX,
    0.95,
  )
  return { ...row, met: row.met === true && found === LOOKUPS * LOOKED_UP }
}

async function timedPage(server: MeasuredServer, query: string) {
  const startedAt = performance.now()
  const { content, next } = await readPage(server, `/v1/baas/wallets${query}`)
  const ms = performance.now() - startedAt
  return { ms, next, ids: pageSchema.parse(content).map(({ id }) => id) }
}
