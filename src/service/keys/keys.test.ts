import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SCOPES } from '#protocol/endpoint.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { newWebhookSecret } from '#server-kit/webhooks/webhook-signature.ts'
import { createApp } from '#service/app.ts'
import { openAdmission } from '#service/create-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'
import { createApiKey } from './api-key-format.ts'

const world = await forFile(serviceWorld.api())
const other = await world.addOrganization('Other', 'other.example')

const KEYS = '/v1/org/keys'
const unknownId = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'

describe('authentication', () => {
  test('error: missing, malformed, unknown, revoked and expired keys → byte for byte the same response', async () => {
    const expiresAtDatetime = new Date(world.ctx.clock.now().getTime() + 60_000).toISOString()
    const expiring = await issue({ expiresAtDatetime })
    const revoked = await issue({})
    await world.call('DELETE', `${KEYS}/${revoked.id}`)
    world.ctx.clock.advance(60_000)
    const candidates = [
      null,
      '',
      'pk_live_',
      'x'.repeat(5_000),
      createApiKey('aaaaaa'),
      world.demo.key.slice(0, -1),
      `${world.demo.key}x`,
      world.demo.key.toLowerCase(),
      revoked.secret,
      expiring.secret,
    ]
    const answers = await Promise.all(candidates.map((key) => world.call('GET', '/v1/baas/config', { key })))
    for (const answer of answers) {
      expect(answer.text).toBe(
        '{"statusCode":401,"content":{"message":"Invalid API key","code":"INVALID_API_KEY"}}',
      )
    }
  })

  test.each([
    [
      'an integration secret',
      `is_live_${'A'.repeat(43)}_abcdef`,
      'this is an integration secret, which opens widget sessions',
    ],
    ['a webhook’s secret', newWebhookSecret(), 'this is the signing secret of a webhook'],
  ])('error: names %s that was sent as a key', async (_, secret, cause) => {
    const answer = await world.call('GET', '/v1/baas/config', { key: secret })
    expect(answer.status).toBe(401)
    expect(answer.content).toEqual({ message: `Invalid API key: ${cause}`, code: 'INVALID_API_KEY' })
  })

  test('error: refuses a key as Bearer, valid or not, and names the header', async () => {
    for (const key of [world.demo.key, createApiKey('aaaaaa')]) {
      const headers = { authorization: `Bearer ${key}` }
      const answer = await world.call('GET', '/v1/baas/config', { key: null, headers })
      expect(answer.status).toBe(401)
      expect(answer.content.message).toBe(
        'Invalid API key: send it in the header x-api-key, not as Authorization: Bearer',
      )
    }
  })

  test('error: a request without a key gets the header’s name in the challenge', async () => {
    const answer = await world.call('GET', '/v1/baas/config', { key: null })
    expect(answer.headers.get('www-authenticate')).toContain('header="x-api-key"')
  })

  test('behavior: a key is valid until the moment of its expiry', async () => {
    const expiresAtDatetime = new Date(world.ctx.clock.now().getTime() + 60_000).toISOString()
    const { secret } = await issue({ expiresAtDatetime })
    expect((await world.call('GET', '/v1/baas/config', { key: secret })).status).toBe(200)
    world.ctx.clock.advance(60_000)
    expect((await world.call('GET', '/v1/baas/config', { key: secret })).status).toBe(401)
  })

  test('behavior: after the response to a revocation, no request passes', async () => {
    const { id, secret } = await issue({})
    const busy = Array.from({ length: 20 }, () => world.call('GET', '/v1/baas/config', { key: secret }))
    await Promise.all(busy)
    const answer = await world.call('DELETE', `${KEYS}/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.content.revokedAtDatetime).not.toBeNull()
    const later = await Promise.all(
      Array.from({ length: 50 }, () => world.call('GET', '/v1/baas/config', { key: secret })),
    )
    expect(new Set(later.map((each) => each.status))).toEqual(new Set([401]))
  })

  test.each([
    ['by hand', (id: string) => sql`update /* by hand */ api_keys set revoked_at = now() where id = ${id}`],
    ['by a function', (id: string) => sql`select revoke_by_function(${id}::uuid)`],
  ])('behavior: the next request refuses a key revoked in the database %s', async (_how, revoke) => {
    await sql`create or replace function revoke_by_function(revoked uuid) returns void language sql as
      'update api_keys set revoked_at = now() where id = revoked'`.execute(world.ctx.db)
    const { id, secret } = await issue({})
    const status = async () => (await world.call('GET', '/v1/baas/config', { key: secret })).status
    for (let time = 0; time < 5; time += 1) expect(await status()).toBe(200)
    await revoke(id).execute(world.ctx.db)
    expect(await status()).toBe(401)
  })

  test('behavior: revocation, rotation and allowlist apply in every process from their response on', async () => {
    const admission = openAdmission(world.ctx)
    const app = createApp(world.ctx, admission)
    const elsewhere = async (key: string) => {
      const request = new Request('http://service.test/v1/baas/config', { headers: { 'x-api-key': key } })
      return (await app.fetch(request, { client: { ip: '198.51.100.1' } })).status
    }
    const [revoked, rotated, listed] = [await issue({}), await issue({}), await issue({})]
    for (const { secret } of [revoked, rotated, listed]) expect(await elsewhere(secret)).toBe(200)
    await world.call('DELETE', `${KEYS}/${revoked.id}`)
    expect(await elsewhere(revoked.secret)).toBe(401)
    await world.call('POST', `${KEYS}/${rotated.id}/rotate`, { body: { graceSeconds: 0 } })
    expect(await elsewhere(rotated.secret)).toBe(401)
    const ipAllowList = { mode: 'enforced', ranges: ['203.0.113.0/24'] }
    await world.call('PUT', `${KEYS}/${listed.id}`, { body: { ipAllowList } })
    expect(await elsewhere(listed.secret)).toBe(403)
    await admission.stop()
  })

  test('behavior: records the last use at most once a minute', async () => {
    const { id, secret } = await issue({})
    expect(await lastUsed(id)).toBeNull()
    await world.call('GET', '/v1/baas/config', { key: secret })
    await expect.poll(() => lastUsed(id)).not.toBeNull()
    const first = await lastUsed(id)
    await world.call('GET', '/v1/baas/config', { key: secret })
    expect(await lastUsed(id)).toBe(first)
    world.ctx.clock.advance(61_000)
    await world.call('GET', '/v1/baas/config', { key: secret })
    await expect.poll(() => lastUsed(id)).not.toBe(first)
  })
})

describe('POST /v1/org/keys', () => {
  test('behavior: returns the secret once and stores it nowhere', async () => {
    const issued = await issue({ label: 'Backend', scopes: ['wallet:read'] })
    expect(issued.secret).toMatch(/^pk_live_[0-9A-Za-z]{6}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/)
    expect(issued.start).toBe(issued.secret.slice(0, 19))
    const listed = await world.call('GET', KEYS)
    const { secret, ...shown } = issued
    expect(listed.content[0]).toMatchObject({ ...shown, lastUsedAtDatetime: null })
    expect(listed.text).not.toContain(secret)
    const tail = issued.secret.slice(20)
    const stored = JSON.stringify(await world.ctx.db.selectFrom('api_keys').selectAll().execute())
    expect(stored).not.toContain(tail)
    expect(listed.text).not.toContain(tail)
    expect(world.ctx.logLines.join()).not.toContain(tail)
  })

  test.each([
    [{ label: '', scopes: ['wallet:read'] }, 'label'],
    [{ label: 'x'.repeat(51), scopes: ['wallet:read'] }, 'label'],
    [{ label: 'a\u0007', scopes: ['wallet:read'] }, 'label'],
    [{ label: 7, scopes: ['wallet:read'] }, 'label'],
    [{ scopes: ['wallet:read'] }, 'label'],
    [{ label: 'a' }, 'scopes'],
    [{ label: 'a', scopes: [] }, 'scopes'],
    [{ label: 'a', scopes: 'wallet:read' }, 'scopes'],
    [{ label: 'a', scopes: ['wallet:*'] }, 'scopes.0'],
    [{ label: 'a', scopes: ['wallet:read', 'wallet:read'] }, 'scopes'],
    [{ label: 'a', scopes: ['wallet:read'], expiresAtDatetime: '2020-01-01T00:00:00Z' }, 'expiresAtDatetime'],
    [{ label: 'a', scopes: ['wallet:read'], expiresAtDatetime: '2999-99-99T00:00:00Z' }, 'expiresAtDatetime'],
    [{ label: 'a', scopes: ['wallet:read'], expiresAtDatetime: 'tomorrow' }, 'expiresAtDatetime'],
    [{ label: 'a', scopes: ['wallet:read'], organizationId: unknownId }, 'organizationId'],
  ])('error: refuses %j at %s and issues nothing', async (body, path) => {
    const before = (await world.call('GET', KEYS)).content.length
    expect(refusedFields(await world.call('POST', KEYS, { body }))).toContain(path)
    expect((await world.call('GET', KEYS)).content).toHaveLength(before)
  })
})

describe('DELETE /v1/org/keys/:keyId', () => {
  test('error: refuses an id that is no UUID', async () => {
    expect((await world.call('DELETE', `${KEYS}/1`)).content.errors[0].path).toBe('keyId')
  })

  test('error: the calling key cannot revoke itself, in whichever case its id is written', async () => {
    expect((await world.call('DELETE', `${KEYS}/${world.demo.keyId.toUpperCase()}`)).status).toBe(409)
    expect((await world.call('GET', KEYS)).status).toBe(200)
  })

  test('behavior: revoking again returns the same', async () => {
    const { id } = await issue({})
    const first = await world.call('DELETE', `${KEYS}/${id}`)
    world.ctx.clock.advance(1_000)
    expect((await world.call('DELETE', `${KEYS}/${id}`)).text).toBe(first.text)
  })
})

describe('GET /v1/org/keys', () => {
  test('behavior: lists only keys of the own organization, newest first', async () => {
    await world.addKey(other.id, ['wallet:read'])
    const mine = await world.call('GET', KEYS)
    const theirs = await world.call('GET', KEYS, { key: other.key })
    const ids = new Set(mine.content.map((key: { id: string }) => key.id))
    expect(theirs.content.some((key: { id: string }) => ids.has(key.id))).toBe(false)
    const times = mine.content.map((key: { createdAtDatetime: string }) => key.createdAtDatetime)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

async function issue(parts: { label?: string; scopes?: string[]; expiresAtDatetime?: string }) {
  const body = { label: 'Test', scopes: [...SCOPES], ...parts }
  const answer = await world.call('POST', KEYS, { body })
  expect(answer.status).toBe(200)
  return answer.content
}

async function lastUsed(id: string): Promise<string | null> {
  const keys = (await world.call('GET', KEYS)).content
  return keys.find((key: { id: string }) => key.id === id).lastUsedAtDatetime
}
