import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import { up } from './0002-outside-executions-rows.ts'

const opened = await serviceWorld.database()
afterAll(() => opened.close())
const { db } = opened
const UNAPPROVED = 'it was executed without the approval of its end-user'
const TAKEN_BACK = 'the chain took the block of its execution without an approval back'

test('behavior: fills the bypassed checks of earlier rows from their reason → an aborted and repeated run gives the same', async () => {
  const { id: organizationId } = await createOrganization(db, { name: 'Demo', now: new Date() })
  const insert = (row: object) => insertTransaction(db, { organization_id: organizationId, ...row })
  const ofEndUser = await insert({ reason: UNAPPROVED })
  const ofAdministrator = await insert({ reason: UNAPPROVED })
  const takenBack = await insert({ state: 'FAILED', watch: 'followed', reason: TAKEN_BACK })
  const others = [
    await insert({ reason: 'check what moved' }),
    await insert({ state: 'FAILED', reason: TAKEN_BACK }),
  ]
  await sql`
    with anna as (
      insert into approvers (id, organization_id, email, user_handle)
      values (gen_random_uuid(), ${organizationId}::uuid, 'anna@example.com', 'anna') returning id)
    insert into held_transactions (transaction_id, approver_id, number, candidates, deadline)
    select ${ofAdministrator}::uuid, id, 42, '{42}', now() from anna`.execute(db)
  for (let run = 0; run < 2; run += 1) await up(db.withTables<never>())
  const rows = await db.selectFrom('transactions').select(['id', 'bypassed']).execute()
  const bypassed = new Map(rows.map((row) => [row.id, row.bypassed]))
  expect([ofEndUser, ofAdministrator, takenBack, ...others].map((id) => bypassed.get(id))).toEqual([
    'end-user',
    'administrator',
    'end-user',
    null,
    null,
  ])
})
