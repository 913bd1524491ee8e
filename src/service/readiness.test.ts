import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readinessReply } from './http/health.ts'
import { readinessChecks } from './readiness.ts'
import { startTestContext, type TestContext } from './testing/test-context.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await startTestContext()
})
afterEach(() => ctx.close())

const partSchema = z.object({
  ready: z.boolean(),
  note: z.optional(z.string()),
  reason: z.optional(z.string()),
})
const replySchema = z.object({ checks: z.record(z.string(), partSchema) })

async function part(name: string) {
  const { content } = await readinessReply(readinessChecks(ctx))
  return z.parse(replySchema, content).checks[name]
}

test('behavior: a process stays ready when a newer version has migrated, and says so', async () => {
  await sql`insert into service_migrations (name, timestamp) values ('9999-future', 'now')`.execute(ctx.db)
  expect(await part('migrations')).toEqual({ ready: true, note: 'there are newer ones: 9999-future' })
})

test('error: a process is not ready while a migration of its own has not run', async () => {
  await sql`delete from service_migrations where name = '0020-cheaper-checks'`.execute(ctx.db)
  expect(await part('migrations')).toEqual({ ready: false, reason: 'not run yet: 0020-cheaper-checks' })
})
