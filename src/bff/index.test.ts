import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { ORGANIZATION } from '#bff/testing/test-bff.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import * as entry from './index.ts'

const world = await forFile(consoleWorld.bff())

test('param: the entry has exactly these exports', () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    'IdentityProviderError',
    'bffMigrationState',
    'createBff',
    'createRemoteFetch',
    'discoverProvider',
    'examineRelatedFile',
    'explainStatus',
    'loadRelatedFile',
    'migrateBff',
    'serveApp',
  ])
})

test('behavior: migrating again changes nothing', async () => {
  await world.bff.migrate()
  await Promise.all([world.bff.migrate(), world.bff.migrate()])
  expect((await world.bff.fetch(request('/api/session'))).status).toBe(200)
})

test('error: refuses tables of a newer version and says what to do', async () => {
  await sql`insert into bff_migration (name, timestamp) values ('9001-later', 'now')`.execute(world.db)
  await expect(world.bff.migrate()).rejects.toThrow(
    'written by a newer version of Latchkey (it has 9001-later). Start that version or a later one',
  )
  await sql`delete from bff_migration where name = '9001-later'`.execute(world.db)
})

test('behavior: ensureOrganization replaces the key and the name', async () => {
  await world.bff.ensureOrganization(ORGANIZATION)
  await world.bff.ensureOrganization({ ...ORGANIZATION, name: 'Renamed', apiKey: 'pk_live_next' })
  const rows = await world.db.selectFrom('bff_organization').selectAll().execute()
  expect(rows).toMatchObject([{ id: ORGANIZATION.id, name: 'Renamed' }])
})

test('error: rejects a key that is not a valid header value, without quoting it', async () => {
  const apiKey = 'pk_live_canary\nx'
  await expect(world.bff.ensureOrganization({ ...ORGANIZATION, apiKey })).rejects.toThrow(/^(?!.*canary)/)
})

test('error: rejects invalid options', () => {
  expect(() => world.another({ secretKey: randomBytes(31) })).toThrow('32 bytes')
  expect(() => world.another({ upstreamBaseUrl: 'https://service.example/v1' })).toThrow('/baas')
})

test('error: an internal failure is a plain 500 without the cause', async () => {
  let isBroken = false
  const now = () => {
    if (!isBroken) return new Date()
    isBroken = false
    throw new Error('internal detail')
  }
  const bff = world.another({ clock: { now } })
  const answer = await bff.fetch(request('/api/widget/config', { headers: { origin: 'https://a.example' } }))
  expect(answer.status).toBe(403)
  isBroken = true
  const broken = await bff.fetch(request('/api/session', { headers: { cookie: 'latchkey=x' } }))
  expect(broken.status).toBe(500)
  expect(await broken.text()).not.toContain('internal detail')
  expect(world.logs.join('')).toContain('internal detail')
})
