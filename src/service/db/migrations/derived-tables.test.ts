import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'

const opened = await serviceWorld.database()
afterAll(() => opened.close())
const { db } = opened
let organizationId: string
beforeAll(async () => {
  organizationId = (await createOrganization(db, { name: 'Demo', now: new Date() })).id
})

const TIMES = ['2026-01-01T00:00:00.123456Z', '2026-01-02T00:00:00Z'] as const
const LANE = `0x${'ab'.repeat(20)}`
const HASH = `0x${'cd'.repeat(32)}`

/** Columns that change in rows that end without a problem, by table. */
const CHANGING = {
  transactions: ['state', 'block_number', 'block_hash', 'updated_at'],
  relayed_transactions: [
    'status',
    'block_number',
    'block_hash',
    'gas_used',
    'gas_price',
    'cost_wei',
    'settled_at',
  ],
  webhook_deliveries: ['status', 'attempts', 'due_at', 'delivered_at'],
}

test.each(Object.entries(CHANGING))(
  'behavior: no index of %s depends on a column that changes in each row, so that Postgres changes no index entry',
  async (table, columns) => {
    const { rows } = await sql`
      select pg_index.indexrelid::regclass::text as index, attname as column from pg_index
      join pg_depend on objid = indexrelid and refobjid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = refobjsubid
      where indrelid = ${table}::regclass and attname = any(${columns})`.execute(db)
    expect(rows).toEqual([])
  },
)

test('behavior: submitted_transactions contains the submitted transactions, after each change of a state', async () => {
  const inserted = await insertTransaction(db, { organization_id: organizationId, state: 'SUBMITTED' })
  const held = await insertTransaction(db, {
    organization_id: organizationId,
    state: 'PENDING_USER_APPROVAL',
  })
  const submitted = async () => {
    const rows = await db.selectFrom('submitted_transactions').select('transaction_id').execute()
    return rows.map(({ transaction_id: id }) => id)
  }
  const change = (id: string, state: 'SUBMITTED' | 'CONFIRMED' | 'FAILED') =>
    db.updateTable('transactions').set({ state }).where('id', '=', id).execute()
  expect(await submitted()).toEqual([inserted])
  await change(inserted, 'CONFIRMED')
  expect(await submitted()).toEqual([])
  await change(held, 'SUBMITTED')
  await change(held, 'SUBMITTED')
  expect(await submitted()).toEqual([held])
  await change(held, 'FAILED')
  expect(await submitted()).toEqual([])
})

test.each([
  ['SUBMITTED', null],
  ['CONFIRMED', null],
  ['PENDING_USER_APPROVAL', 'PENDING_USER_APPROVAL'],
  ['FAILED', 'FAILED'],
] as const)('behavior: the rare state of a transaction that is %s is %s', async (state, rare) => {
  const id = await insertTransaction(db, { organization_id: organizationId, state })
  const stored = await db.selectFrom('transactions').select('rare_state').where('id', '=', id).execute()
  expect(stored).toEqual([{ rare_state: rare }])
})

test('behavior: open_relayed_transactions contains the open transactions that are in no bundle, with their nonces', async () => {
  const insert = async (nonce: number, bundleId: string | null = null) => {
    const id = randomUUID()
    await sql`insert into relayed_transactions (id, chain_id, from_address, nonce, purpose, to_address, value, data,
        gas_limit, created_at, attempted_at, bundle_id, hash, status)
      values (${id}, 1, ${LANE}, ${nonce}, 'transaction', ${LANE}, 0, '0x', 21000, now(), now(), ${bundleId}, ${HASH}, 'signed')`.execute(
      db,
    )
    return id
  }
  const open = async () => {
    const rows = await db
      .selectFrom('open_relayed_transactions')
      .select(['relayed_id', 'nonce'])
      .orderBy('nonce')
      .execute()
    return rows.map(({ relayed_id: id, nonce }) => [id, nonce])
  }
  const first = await insert(0)
  const bundle = await insert(1)
  const carried = await insert(1, bundle)
  expect(await open()).toEqual([
    [first, 0],
    [bundle, 1],
  ])
  await db.updateTable('relayed_transactions').set({ status: 'confirmed' }).execute()
  expect(await open()).toEqual([])
  const ids = [bundle, carried]
  const reopened = { status: 'signed', nonce: 2 } as const
  await db.updateTable('relayed_transactions').set(reopened).where('id', 'in', ids).execute()
  expect(await open()).toEqual([[bundle, 2]])
  await db.updateTable('relayed_transactions').set({ nonce: 3 }).where('id', 'in', ids).execute()
  expect(await open()).toEqual([[bundle, 3]])
})

test('behavior: pending_deliveries contains the pending deliveries with their due times, until they are deleted', async () => {
  const [endpoint, delivery] = [randomUUID(), randomUUID()]
  await sql`insert into webhook_endpoints (id, organization_id, url, description, enabled, secret_box, created_at, updated_at)
    values (${endpoint}, ${organizationId}, 'https://shop.example', '', true, '', now(), now())`.execute(db)
  await sql`insert into events (id, organization_id, type, occurred_at, data)
    values (${`evt_${'0'.repeat(32)}`}, ${organizationId}, 'wallet.created', now(), '{}')`.execute(db)
  const insert = () =>
    sql`insert into webhook_deliveries (id, organization_id, endpoint_id, event_id, type, status, due_at, pending_since, created_at)
      select ${delivery}, organization_id, ${endpoint}, id, type, 'pending', ${TIMES[0]}, now(), now() from events`.execute(
      db,
    )
  const pending = async () => {
    const { rows } = await sql<{ delivery: string; due: string }>`
      select delivery_id as delivery, (due_at at time zone 'UTC')::text as due from pending_deliveries`.execute(
      db,
    )
    return rows
  }
  const change = (status: string, due: string | null) =>
    sql`update webhook_deliveries set status = ${status}, due_at = ${due}::timestamptz`.execute(db)
  await insert()
  expect(await pending()).toEqual([{ delivery, due: '2026-01-01 00:00:00.123456' }])
  await change('pending', TIMES[1])
  expect(await pending()).toEqual([{ delivery, due: '2026-01-02 00:00:00' }])
  await change('failed', null)
  expect(await pending()).toEqual([])
  await change('pending', TIMES[0])
  expect(await pending()).toHaveLength(1)
  await db.deleteFrom('webhook_endpoints').where('id', '=', endpoint).execute()
  expect(await pending()).toEqual([])
})
