import { describe, expect, test } from 'vitest'
import { endInDeadlock } from '#service/testing/end-in-deadlock.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { hasTestPostgres } from '#service/testing/test-database.ts'

// The embedded engine has one connection, so nothing waits for a lock there.
describe.skipIf(!hasTestPostgres())('a deadlock', () => {
  test('behavior: a request whose transaction the database aborts to resolve a deadlock still succeeds', async () => {
    const world = await serviceWorld.api()
    const organization = await world.addOrganization('Deadlock', 'deadlock.example')
    let added = 0
    const answers = await endInDeadlock(
      world.ctx.db,
      { holds: 'organizations', wants: 'organization_domains' },
      () => {
        added += 1
        const body = { domain: `shop-${added}.example` }
        return world.call('POST', '/v1/org/domains', { key: organization.key, body })
      },
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { content } = await world.call('GET', '/v1/org/domains', { key: organization.key })
    expect(content).toHaveLength(1 + added)
    await world.stop()
  })
})
