import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { makeQuickFolder } from '#service/testing/quick-folder.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

test('behavior: 0007 ends the open decisions of the former version, but no other ceremony', async () => {
  const dataDir = await makeQuickFolder('open-ceremonies')
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }), migrate: false })
  const { db } = database
  try {
    const before = Object.entries(MIGRATIONS).filter(([name]) => name < '0007')
    await migrate(db, Object.fromEntries(before))
    const { id: organizationId } = await createOrganization(db, { name: 'Demo', now: new Date() })
    const approverId = randomUUID()
    await sql`
      insert into approvers (id, organization_id, external_user_id, email, user_handle)
      values (${approverId}, ${organizationId}, 'user-1', 'ada@example.com', 'handle')`.execute(db)
    for (const kind of ['enrol', 'sign-in', 'decide'])
      await sql`
        insert into approver_ceremonies (id_hash, kind, approver_id, challenge, expires_at)
        values (${createHash('sha256').update(kind).digest('hex')}, ${kind}, ${approverId}, 'challenge', now() + interval '5 minutes')`.execute(
        db,
      )
    await migrate(db)
    const { rows } = await sql`select kind from approver_ceremonies order by kind`.execute(db)
    expect(rows).toEqual([{ kind: 'enrol' }, { kind: 'sign-in' }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
