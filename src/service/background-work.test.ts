import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { returnLease, takeLease } from '#service/db/leases.ts'
import { runRetention } from './background-work.ts'
import { serviceWorld } from './testing/service-world.ts'

const ctx = await forFile(serviceWorld.context())
const YEAR_MS = 366 * 86_400_000

const addOld = () =>
  sql`insert into rate_counts (subject, window_started_at, requests)
    values (${randomUUID()}, ${new Date(ctx.clock.now().getTime() - YEAR_MS)}, 1)`.execute(ctx.db)
const countOld = async () => (await sql`select 1 from rate_counts`.execute(ctx.db)).rows.length

test('behavior: leaves old rows to another process that is deleting them', async () => {
  await addOld()
  const other = { name: 'retention', owner: randomUUID(), ttlMs: 60_000 }
  await takeLease(ctx.db, other)
  await runRetention(ctx)
  expect(await countOld()).toBe(1)
  await returnLease(ctx, other)
  await runRetention(ctx)
  expect(await countOld()).toBe(0)
})

test('error: logs old rows that cannot be deleted, and deletes all others', async () => {
  await addOld()
  await sql`alter table idempotency_keys rename to elsewhere`.execute(ctx.db)
  await runRetention(ctx)
  expect(await countOld()).toBe(0)
  expect(ctx.logLines.filter((line) => line.includes('old rows could not be deleted'))).toHaveLength(1)
})
