import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import type { OpenDatabase } from '#service/index.ts'
import { fillPath, TABLE_ROWS } from '#service/testing/table-rows.ts'
import { startWebhookReceiver } from '#service/testing/webhook-receiver.ts'
import { doctor } from './commands/doctor.ts'
import { migrate } from './commands/migrate.ts'
import { serve } from './serve.ts'
import { parseSettings } from './settings.ts'
import { RELEASES, restoreRelease, type RestoredRelease } from './testing/release-data.ts'
import { countRows } from './testing/release-rows.ts'
import { openReleaseWorld, type ReleaseWorld } from './testing/release-world.ts'
import { runCommand } from './testing/run-command.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']
const ENGINES = POSTGRES ? (['embedded', 'Postgres'] as const) : (['embedded'] as const)
const CASES = RELEASES.flatMap((release) => ENGINES.map((engine) => ({ release, engine })))

/** Statements that find the values of path parameters. */
const PARAMS: Readonly<Record<string, string>> = {
  address: 'select address as value from wallets order by created_at limit 1',
  transactionUuid: `select id as value from transactions where state = 'CONFIRMED' order by created_at limit 1`,
  messageUuid: 'select id as value from held_messages limit 1',
  keyId: `select id as value from api_keys order by created_at limit 1`,
  webhookId: 'select id as value from webhook_endpoints limit 1',
  deliveryId: 'select id as value from webhook_deliveries order by created_at limit 1',
  tokenAddress: `select address as value from allowed_tokens where standard = 'erc721'`,
  tokenId: `select token_id as value from holding_events where standard = 'erc721' limit 1`,
}
/** The query of each endpoint that requires one. `:address` stands for the same parameter as in paths. */
const QUERIES: Readonly<Record<string, string>> = {
  pendingVerification: '?email=new@sandbox.example',
  summarizeWallets: '?addresses=:address',
  listApprovals: '?waitingFor=others',
  searchAddresses: '?q=Ex',
  searchConsole: '?q=Ex',
  exportAudit: '?format=csv',
  exportWallets: '?format=csv',
  exportTransactions: '?format=csv',
}
/** A stream, which never ends. */
const STREAMS = new Set(['followLive'])

const contentSchema = z.object({ content: z.object({ status: z.string() }) })
const sandboxFile = z.object({ apiKey: z.string() })

describe.each(CASES)('data of $release, $engine', ({ release, engine }) => {
  let restored: RestoredRelease
  let database: OpenDatabase
  let world: ReleaseWorld
  let apiKey: string
  beforeAll(async () => {
    restored = await restoreRelease(release, engine === 'Postgres' ? POSTGRES : undefined)
  })
  afterAll(async () => {
    await world?.close()
    await database?.close()
    await restored?.remove()
  })
  const read = async (statement: string): Promise<string> => {
    const { rows } = await sql.raw<{ value: string }>(statement).execute(database.db)
    return String(rows[0]?.value)
  }
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    world.fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  test('behavior: this version migrates it, and no table loses a row', async () => {
    expect(Object.values(restored.facts.rows).every((count) => count > 0)).toBe(true)
    await runCommand(migrate, [], restored.environment)
    const checked = await runCommand(migrate, ['--check'], restored.environment)
    expect(checked).toMatchObject({ failed: false, answer: 'The database is up to date.' })
    database = await restored.open()
    const counts = await countRows(database.db)
    const lost = Object.entries(restored.facts.rows).filter(([table, count]) => (counts[table] ?? 0) < count)
    expect(lost).toEqual([])
  })

  test('behavior: every read endpoint of the service and the console responds from it', async () => {
    const { facts, environment } = restored
    // A minute after it was made, so that sessions and held transactions are still open.
    const aheadMs = Date.parse(facts.madeAt) + 60_000 - Date.now()
    const dataDir = environment['DATA_DIR'] ?? ''
    world = await openReleaseWorld({ dataDir, database, aheadMs })
    apiKey = sandboxFile.parse(JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'))).apiKey
    const params: Record<string, string> = {}
    for (const [name, statement] of Object.entries(PARAMS)) params[name] = await read(statement)
    const reads = [
      ...TABLE_ROWS.filter(({ row }) => row.method === 'GET').map((table) => ({
        name: table.name,
        path: fillPath(table, params),
        headers: { 'x-api-key': apiKey },
      })),
      ...Object.entries(CONSOLE_ENDPOINTS)
        .filter(([name, row]) => row.method === 'GET' && !STREAMS.has(name))
        .map(([name, row]) => ({
          name,
          path: fillPath({ prefix: '', row }, params),
          headers: facts.adminHeaders,
        })),
    ]
    const failed: string[] = []
    for (const { name, path, headers } of reads) {
      const query = fillPath({ prefix: '', row: { path: QUERIES[name] ?? '' } }, params)
      const response = await send('GET', `${path}${query}`, headers)
      const text = await response.text()
      if (response.status !== 200) failed.push(`${name}: ${response.status} ${text.slice(0, 200)}`)
    }
    expect(failed).toEqual([])
  })

  test('behavior: its held transaction is approved and confirmed, and its webhooks are delivered', async () => {
    const held = await read(
      `select transaction_id as value from sandbox_plans where behaviour = 'approve' and done_at is null`,
    )
    const pending = await database.db
      .selectFrom('webhook_deliveries')
      .select('event_id')
      .where('status', '=', 'pending')
      .execute()
    expect(pending.length).toBeGreaterThan(0)
    const receiver = await startWebhookReceiver()
    try {
      const webhook = await read('select id as value from webhook_endpoints limit 1')
      const key = { 'x-api-key': apiKey }
      const changed = await send('PUT', `/v1/org/webhooks/${webhook}`, key, { url: receiver.url })
      expect(changed.status).toBe(200)
      // The scripted end-user approves ten minutes after the transaction was held.
      await world.advance(700)
      const state = async () => {
        const answer = await send('GET', `/v1/baas/transactions/${held}`, key)
        return contentSchema.parse(await answer.json()).content.status
      }
      await expect.poll(state).toBe('CONFIRMED')
      const received = () => receiver.received.map(({ id }) => id)
      await expect.poll(received).toEqual(expect.arrayContaining(pending.map(({ event_id: id }) => id)))
      const bodies = () => receiver.received.map(({ body }) => body).join('\n')
      await expect.poll(bodies).toContain(held)
    } finally {
      await receiver.close()
    }
  })

  test('error: the database of a newer version is refused by start, migrate and doctor', async () => {
    await world.close()
    await sql`insert into service_migrations (name, timestamp) values ('9001-later', '2030-01-01T00:00:00Z')`.execute(
      database.db,
    )
    await database.close()
    const sentence = /newer version of Latchkey \(it has 9001-later\)\. Start that version or a later one/
    await expect(runCommand(migrate, [], restored.environment)).rejects.toThrow(sentence)
    await expect(serve(parseSettings({ ...restored.environment, PORT: '0' }))).rejects.toThrow(sentence)
    const examined = await runCommand(doctor, [], restored.environment)
    expect(examined).toMatchObject({ failed: true, answer: expect.stringContaining('it has 9001-later') })
  })
})
