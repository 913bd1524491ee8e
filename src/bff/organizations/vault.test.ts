import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { vaultSchema } from '#protocol/hosted-upstream.ts'
import { speakOnlyTheSpecification } from '#bff/testing/hosted.ts'
import { API_KEY, contentOf, errorOf, ORGANIZATION } from '#bff/testing/harness.ts'
import { adminForEach, harnessForEach } from '#bff/testing/set-up.ts'

const secretKey = randomBytes(32)
const OTHER_KEY = 'sk_upstream_9fQ2LrT7xVbN4mZcW8yHkD3s'
const READ_ONLY_KEY = 'sk_upstream_ReadOnly_Zr8Kp2Vw6Yt4Bn1M'

const harness = await harnessForEach({ hostedUpstream: true, secretKey })
beforeEach(() => {
  speakOnlyTheSpecification(harness)
})
const admin = adminForEach(harness)

const vaultOf = async (response: Response) => vaultSchema.parse(await contentOf(response)).keys
const listed = async () => vaultOf(await admin.browser.send('/api/vault'))
const add = (key = OTHER_KEY, label = 'Second') => admin.browser.post('/api/vault/keys', { label, key })
const keyOf = async (label: string) => (await listed()).find((key) => key.label === label)
const change = (method: string, path: string) =>
  admin.browser.send(`/api/vault/keys/${path}`, { method, body: {} })
const sentWith = () => harness.upstream.seen.at(-1)?.headers.get('x-api-key')

/** The service as it answers a key that may only read allowed tokens. */
function letReadTokensOnly() {
  const lacks = (scope: string) => () => ({
    status: 403,
    content: { message: `Insufficient scopes. Required: ${scope}` },
  })
  harness.upstream.on('GET /v1/baas/wallets', lacks('wallet:read'))
  harness.upstream.on('GET /v1/baas/wallets/pending-verification', lacks('wallet:create'))
}

describe('the vault of a hosted service’s keys', () => {
  test('behavior: the deployment’s own key is in it and in use, and what answers show of its scopes is remembered', async () => {
    await admin.browser.send('/api/baas/tokens/allowed')
    harness.upstream.refuses('GET /v1/baas/wallets', 403, {
      message: 'Insufficient scopes. Required: wallet:read',
    })
    await admin.browser.send('/api/baas/wallets')
    const scopes = async () => (await listed())[0]?.scopes.map(({ scope, held }) => [scope, held])
    await expect.poll(scopes).toEqual([
      ['wallet:read', false],
      ['domain:read', true],
    ])
    harness.upstream.on('GET /v1/baas/wallets', () => ({ content: [] }))
    await admin.browser.send('/api/baas/wallets')
    await expect.poll(scopes).toContainEqual(['wallet:read', true])
    expect((await listed())[0]).toMatchObject({ id: 'configured', inUse: true, createdBy: null })
  })

  test('behavior: a key is tried by reading and kept sealed, with who entered it; it is never answered again', async () => {
    letReadTokensOnly()
    const answered = await add(READ_ONLY_KEY, 'Read only')
    const text = await answered.clone().text()
    expect(answered.status, text).toBe(200)
    const stored = (await vaultOf(answered)).find(({ label }) => label === 'Read only')
    expect(stored).toMatchObject({ start: 'sk_upstre', inUse: false, createdBy: 'Ada' })
    expect(stored?.scopes.map(({ scope, held }) => [scope, held])).toEqual([
      ['wallet:create', false],
      ['wallet:read', false],
      ['domain:read', true],
    ])
    const rows = await harness.db.selectFrom('bff_vault_key').selectAll().execute()
    const everything = [text, JSON.stringify(rows), JSON.stringify(await listed()), ...harness.logs].join(
      '\n',
    )
    expect(everything).not.toContain('ReadOnly_Zr8')
  })

  test('behavior: a chosen key is what the console speaks with, here and after a restart; the own one can be chosen again', async () => {
    await add()
    const id = (await keyOf('Second'))?.id ?? ''
    await admin.browser.send('/api/baas/wallets')
    expect(sentWith()).toBe(API_KEY)
    expect((await change('PUT', `${id}/use`)).status).toBe(200)
    await admin.browser.send('/api/baas/wallets')
    expect(sentWith()).toBe(OTHER_KEY)
    await harness.another({}).ensureOrganization(ORGANIZATION)
    await admin.browser.send('/api/baas/wallets')
    expect(sentWith()).toBe(OTHER_KEY)
    expect((await keyOf('Second'))?.inUse).toBe(true)
    await change('PUT', 'configured/use')
    await admin.browser.send('/api/baas/wallets')
    expect(sentWith()).toBe(API_KEY)
  })

  test('error: the key in use is not removed; another one is, with what was learnt of it', async () => {
    await add()
    const id = (await keyOf('Second'))?.id ?? ''
    await change('PUT', `${id}/use`)
    expect(await errorOf(change('DELETE', id))).toMatchObject({ status: 409, code: 'CONFLICT' })
    await change('PUT', 'configured/use')
    expect((await change('DELETE', id)).status).toBe(200)
    expect(await listed()).toHaveLength(1)
    const left = await harness.db.selectFrom('bff_key_scope').selectAll().where('key_id', '=', id).execute()
    expect(left).toEqual([])
    expect(await errorOf(change('DELETE', id))).toMatchObject({ status: 404 })
  })

  test('error: a key that the service refuses, or that is there already, is refused at its field and not kept', async () => {
    expect(await errorOf(add(API_KEY))).toMatchObject({
      status: 400,
      errors: [{ path: 'key', message: 'is in the vault already' }],
    })
    harness.upstream.refuses('GET /v1/baas/tokens/allowed', 401, { message: 'Invalid API key' })
    expect(await errorOf(add())).toMatchObject({
      status: 400,
      errors: [{ path: 'key', message: 'is refused by the service' }],
    })
    expect(await errorOf(add('short'))).toMatchObject({ status: 400, errors: [{ path: 'key' }] })
    expect(await listed()).toHaveLength(1)
  })

  test('error: the key of another organization is answered as one that is not there', async () => {
    await harness.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: OTHER_KEY })
    const row = {
      id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
      organization_id: 'org-2',
      label: 'Theirs',
      start: 'sk',
      key_sealed: 'v1.x.y.z',
      created_by: 'Eve',
      created_at: harness.ctx.clock.now(),
    }
    await harness.db.insertInto('bff_vault_key').values(row).execute()
    for (const [method, path] of [
      ['PUT', '/use'],
      ['POST', '/check'],
      ['DELETE', ''],
    ] as const) {
      expect(await errorOf(change(method, row.id + path)), method).toMatchObject({ status: 404 })
    }
    expect(await listed()).toHaveLength(1)
  })

  test('behavior: a change of the deployment’s secret seals every key anew', async () => {
    await add()
    const fresh = randomBytes(32)
    const rotating = harness.another({ secretKey: fresh, oldSecretKey: secretKey })
    // The one in use, the one of the vault, and what else is sealed by now.
    expect(await rotating.resealKeys()).toBeGreaterThanOrEqual(2)
    expect(await rotating.resealKeys()).toBe(0)
    expect(await harness.another({ secretKey: fresh }).storedApiKey(ORGANIZATION.id)).toBe(API_KEY)
  })

  test('behavior: changes are in the audit log, and no key is in it', async () => {
    await add()
    const id = (await keyOf('Second'))?.id ?? ''
    await change('PUT', `${id}/use`)
    await change('PUT', 'configured/use')
    await change('DELETE', id)
    const rows = await harness.db.selectFrom('bff_audit_entry').selectAll().execute()
    const text = JSON.stringify(rows)
    for (const action of ['vault-key.added', 'vault-key.chosen', 'vault-key.removed']) {
      expect(text).toContain(action)
    }
    expect(text).not.toContain(OTHER_KEY.slice(12))
  })
})

test('behavior: where the service is embedded there is no vault', async () => {
  const embedded = harness.another({ hostedUpstream: false })
  expect((await embedded.fetch(new Request('http://localhost:4000/api/vault'))).status).toBe(404)
})
