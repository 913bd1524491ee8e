import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readContent, readError, request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { SHOP } from '#bff/testing/test-bff.ts'
import { createdIntegrationSchema, integrationListSchema } from '#protocol/console/integrations.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { createIntegrationSecret, isIntegrationSecretShaped } from './integration-store.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const tokenSchema = z.object({ token: z.string() })
const INPUT = { label: 'Shop', origins: ['https://shop.example', SHOP], operations: ['create', 'execute'] }

async function create() {
  return createdIntegrationSchema.parse(await readContent(admin.browser.post('/api/integrations', INPUT)))
}
async function list() {
  return integrationListSchema.parse(await readContent(admin.browser.send('/api/integrations')))
}

/** Status of opening a widget session with a secret, as an integrator's backend does. */
async function opens(secret: string) {
  const body = { externalUserId: 'user-1', operations: ['create'], origin: SHOP }
  const headers = { authorization: `Bearer ${secret}` }
  return (await world.bff.fetch(request('/api/widget/sessions', { method: 'POST', headers, body }))).status
}
/** Audit log actions of an integration, in order. */
async function audited(id: string) {
  return (await world.audited('')).flatMap(({ target, action }) => (target === id ? action : []))
}

describe('integrations', () => {
  test('behavior: the secret is returned once and stored as a hash', async () => {
    const created = await create()
    expect(isIntegrationSecretShaped(created.secret)).toBe(true)
    const stored = await world.db.selectFrom('bff_integration').selectAll().executeTakeFirstOrThrow()
    expect(stored.secret_hash).toBe(hashSecret(created.secret))
    const answer = await admin.browser.send('/api/integrations')
    const text = await answer.text()
    expect(text).not.toContain(created.secret)
    expect(text).not.toContain(stored.secret_hash)
    expect(text).toContain(created.start)
    expect(created.secret.startsWith(created.start)).toBe(true)
    expect(created.start.length).toBeLessThan(14)
  })

  test('behavior: revoking takes effect at once, and revoking again changes nothing', async () => {
    const { id } = await create()
    const revoke = () => admin.browser.send(`/api/integrations/${id}`, { method: 'DELETE' })
    const first = await readContent(revoke())
    world.pass(60)
    expect(await readContent(revoke())).toEqual(first)
    expect((await list())[0]?.revokedAtDatetime).not.toBeNull()
  })

  test('behavior: another organization’s integration is not found', async () => {
    const { id } = await create()
    await world.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: 'pk_live_other' })
    await world.db.updateTable('bff_integration').set({ organization_id: 'org-2' }).execute()
    const theirs = await admin.browser.send(`/api/integrations/${id}`, { method: 'DELETE' })
    const nothing = '/api/integrations/00000000-0000-4000-8000-000000000000'
    const none = await admin.browser.send(nothing, { method: 'DELETE' })
    expect([theirs.status, await theirs.text()]).toEqual([none.status, await none.text()])
    expect(theirs.status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('behavior: creating and revoking each have one audit log entry', async () => {
    const { id } = await create()
    const revoke = () => admin.browser.send(`/api/integrations/${id}`, { method: 'DELETE' })
    await revoke()
    await revoke()
    expect(await audited(id)).toEqual(['integration.created', 'integration.revoked'])
  })

  test.each([
    ['http://shop.example'],
    ['https://shop.example:443'],
    ['http://localhost:80'],
    ['https://SHOP.example'],
    ['https://user@shop.example'],
    ['https://127.0.0.1'],
    ['https://shop.example.'],
    ['https://*.example'],
    ['https://shöp.example'],
    ['https://[::1]'],
  ])('error: %s cannot be an origin', async (origin) => {
    const answer = await admin.browser.post('/api/integrations', { ...INPUT, origins: [SHOP, origin] })
    expect((await readError(answer)).errors?.[0]?.path).toBe('origins.1')
  })

  test.each([
    ['https://shop.example/'],
    ['https://shop.example/path'],
    ['null'],
    ['ftp://shop.example'],
    [''],
  ])('error: %j is not an origin', async (origin) => {
    const answer = await admin.browser.post('/api/integrations', { ...INPUT, origins: [origin] })
    expect((await readError(answer)).errors?.[0]?.path).toBe('origins.0')
  })
})

describe('changing an integration', () => {
  const change = (id: string, more: object) =>
    admin.browser.send(`/api/integrations/${id}`, { method: 'PUT', body: { ...INPUT, ...more } })

  test('behavior: origins and operations apply at once, to its secret and to the tokens it opened', async () => {
    const { id, secret } = await create()
    const open = async (more: object) => {
      const body = { externalUserId: 'user-1', operations: ['create', 'execute'], origin: SHOP, ...more }
      const headers = { authorization: `Bearer ${secret}` }
      return world.bff.fetch(request('/api/widget/sessions', { method: 'POST', headers, body }))
    }
    const { token } = tokenSchema.parse(await readContent(open({})))
    const { token: creating } = tokenSchema.parse(await readContent(open({ operations: ['create'] })))
    const status = async (one: string) => (await fromPage(world, one, '/config')).status
    expect(await readContent(change(id, { operations: ['create', 'transfer'] }))).toMatchObject({
      id,
      operations: ['create', 'transfer'],
    })
    // The first token ends, because its operations included `execute`, which the integration no longer has. The other
    // token is unaffected.
    expect(await Promise.all([status(token), status(creating)])).toEqual([401, 200])
    expect((await readError(open({}))).code).toBe('OPERATION_REFUSED')
    expect((await open({ operations: ['transfer'] })).status).toBe(200)
    expect((await open({ operations: ['create'], origin: 'https://new.example' })).status).toBe(403)
    await change(id, { operations: ['create'], origins: ['https://new.example'] })
    expect((await open({ operations: ['create'], origin: 'https://new.example' })).status).toBe(200)
    expect((await open({ operations: ['create'] })).status).toBe(403)
    expect(await status(creating)).toBe(403)
  })

  test('behavior: the audit log has the new and the old values', async () => {
    const { id } = await create()
    await change(id, { label: 'Web shop', operations: ['create'] })
    const entry = (await world.audited('integration.updated')).find(({ target }) => target === id)
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      label: 'Web shop',
      origins: `${SHOP} https://shop.example`,
      operations: 'create',
      'before.label': 'Shop',
      'before.operations': 'create execute',
    })
  })

  test('error: changes nothing without the passkey, with an invalid origin, or for a revoked or another organization’s integration', async () => {
    const { id } = await create()
    const [before] = await list()
    const answer = await change(id, { origins: [SHOP, 'http://shop.example'] })
    expect((await readError(answer)).errors?.[0]?.path).toBe('origins.1')
    const { passkey } = admin.browser
    admin.browser.passkey = undefined
    expect((await readError(change(id, { label: 'Mine' }))).code).toBe('STEP_UP_REQUIRED')
    admin.browser.passkey = passkey
    expect((await change('00000000-0000-4000-8000-000000000000', {})).status).toBe(404)
    expect(await list()).toEqual([before])
    await admin.browser.send(`/api/integrations/${id}`, { method: 'DELETE' })
    expect((await change(id, { label: 'Late' })).status).toBe(404)
    expect(await audited(id)).toEqual(['integration.created', 'integration.revoked'])
  })
})

describe('rotation of an integration’s secret', () => {
  const rotate = async (id: string, graceSeconds: number) =>
    createdIntegrationSchema.parse(
      await readContent(admin.browser.post(`/api/integrations/${id}/rotate-secret`, { graceSeconds })),
    )
  const end = (id: string) =>
    admin.browser.send(`/api/integrations/${id}/previous-secret`, { method: 'DELETE' })

  test('behavior: both secrets open sessions during the grace period, afterwards only the new one', async () => {
    const { id, secret, start } = await create()
    const rotated = await rotate(id, 3_600)
    expect(rotated).toMatchObject({ id, previousSecret: { start } })
    expect(rotated.secret).not.toBe(secret)
    expect(await opens(secret)).toBe(200)
    expect(await opens(rotated.secret)).toBe(200)
    world.pass(3_601)
    expect(await opens(secret)).toBe(401)
    expect(await opens(rotated.secret)).toBe(200)
    expect((await list())[0]?.previousSecret).toBeNull()
  })

  test('behavior: without a grace period the old secret and the tokens it opened end at once', async () => {
    const { id, secret } = await create()
    expect(await opens(secret)).toBe(200)
    expect((await rotate(id, 0)).previousSecret).toBeNull()
    expect(await opens(secret)).toBe(401)
    expect(await world.db.selectFrom('bff_widget_session').selectAll().execute()).toEqual([])
  })

  test('behavior: the old secret can be ended early, and ending it again changes nothing', async () => {
    const { id, secret } = await create()
    const rotated = await rotate(id, 604_800)
    const first = await readContent(end(id))
    expect(first).toMatchObject({ id, previousSecret: null })
    expect(await readContent(end(id))).toEqual(first)
    expect(await opens(secret)).toBe(401)
    expect(await opens(rotated.secret)).toBe(200)
    expect(await audited(id)).toEqual([
      'integration.created',
      'integration.secret-rotated',
      'integration.old-secret-ended',
    ])
  })

  test('behavior: after a second rotation, the secret before the previous one ends at once', async () => {
    const { id, secret } = await create()
    const second = await rotate(id, 86_400)
    const third = await rotate(id, 86_400)
    expect(await Promise.all([secret, second.secret, third.secret].map(opens))).toEqual([401, 200, 200])
  })

  test('behavior: the audit log and the lists contain no secret', async () => {
    const { id, secret } = await create()
    const rotated = await rotate(id, 3_600)
    const entries = JSON.stringify(await world.db.selectFrom('bff_audit_entry').selectAll().execute())
    const listed = await (await admin.browser.send('/api/integrations')).text()
    for (const one of [secret, rotated.secret, hashSecret(secret), hashSecret(rotated.secret)]) {
      expect(entries).not.toContain(one)
      expect(listed).not.toContain(one)
    }
  })

  test('error: rejects an unsupported grace period, a revoked integration and an unknown one', async () => {
    const { id } = await create()
    const own = await admin.browser.post(`/api/integrations/${id}/rotate-secret`, { graceSeconds: 5 })
    expect((await readError(own)).errors?.[0]?.path).toBe('graceSeconds')
    await admin.browser.send(`/api/integrations/${id}`, { method: 'DELETE' })
    const none = '00000000-0000-4000-8000-000000000000'
    for (const one of [id, none]) {
      const answer = await admin.browser.post(`/api/integrations/${one}/rotate-secret`, { graceSeconds: 0 })
      expect(answer.status).toBe(404)
      expect((await end(one)).status).toBe(404)
    }
  })
})

describe('ensureIntegration', () => {
  test('behavior: creates the integration once, then updates its origins and operations', async () => {
    const input = { label: 'Demo shop', origins: [SHOP], operations: ['create' as const] }
    const secret = await world.bff.ensureIntegration(input)
    expect(isIntegrationSecretShaped(secret ?? '')).toBe(true)
    const moved = {
      ...input,
      origins: ['http://shop.localhost:5001'],
      operations: ['create' as const, 'transfer' as const],
    }
    expect(await world.bff.ensureIntegration(moved)).toBeUndefined()
    expect(await list()).toMatchObject([moved])
  })

  test('behavior: creates a revoked one again', async () => {
    const input = { label: 'Demo shop', origins: [SHOP], operations: ['create' as const] }
    const first = await world.bff.ensureIntegration(input)
    const [integration] = await list()
    await admin.browser.send(`/api/integrations/${integration?.id}`, { method: 'DELETE' })
    const second = await world.bff.ensureIntegration(input)
    expect(second).toBeDefined()
    expect(second).not.toBe(first)
  })
})

describe('integration secret', () => {
  test('behavior: the checksum detects a mistyped secret', () => {
    const secret = createIntegrationSecret()
    const changed = secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21)
    expect(isIntegrationSecretShaped(changed)).toBe(false)
  })
})
