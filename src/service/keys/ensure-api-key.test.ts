import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { ensureFirstOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { createKeyAuthenticator } from './authenticate-key.ts'
import { ensureApiKey } from './issue-api-key.ts'

const ctx = await forFile(serviceWorld.context())
const found = await Promise.all(
  Array.from({ length: 5 }, () => ensureFirstOrganization(ctx.db, { domain: 'localhost', now: new Date() })),
)
const organizationId = found[0]!.id
expect(new Set(found.map((each) => each.id)).size).toBe(1)

const ensure = (known?: string) =>
  ensureApiKey(ctx.db, { organizationId, label: 'Console', scopes: ['wallet:read'], known, now: new Date() })

describe('ensureFirstOrganization', () => {
  test('behavior: five simultaneous calls create one organization, with its domain', async () => {
    const domains = await ctx.db.selectFrom('organization_domains').select('domain').execute()
    expect(domains).toEqual([{ domain: 'localhost' }])
    expect(await ctx.db.selectFrom('organizations').select('id').execute()).toEqual([{ id: organizationId }])
  })
})

describe('ensureApiKey', () => {
  test('behavior: creates a key that works, and keeps the known one', async () => {
    const key = await ensure()
    const authenticate = createKeyAuthenticator(ctx)
    expect(await authenticate(key)).toMatchObject({ organizationId, scopes: ['wallet:read'] })
    expect(await ensure(key)).toBe(key)
  })

  test('behavior: replaces a key that is revoked, lacks a scope or is invalid', async () => {
    const key = await ensure()
    const wider = await ensureApiKey(ctx.db, {
      organizationId,
      label: 'Console',
      scopes: ['wallet:read', 'wallet:create'],
      known: key,
      now: new Date(),
    })
    expect(wider).not.toBe(key)
    expect(await ensure(wider)).toBe(wider)
    await ctx.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
    expect(await ensure(wider)).not.toBe(wider)
    expect(await ensure('pk_live_nonsense')).toMatch(/^pk_live_/)
  })
})
