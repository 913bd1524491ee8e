import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.api())

const KEYS = '/v1/org/keys'
const HOUR = 3_600_000
const DAY = 24 * HOUR

const status = async (key: string) => (await world.call('GET', '/v1/baas/config', { key })).status
const rotate = (id: string, body: unknown = {}, key = world.demo.key) =>
  world.call('POST', `${KEYS}/${id}/rotate`, { body, key })
const listed = async (id: string) =>
  (await world.call('GET', KEYS)).content.find((key: { id: string }) => key.id === id)
const afterMs = (ms: number) => new Date(world.ctx.clock.now().getTime() + ms)

async function issue(more: Record<string, unknown> = {}) {
  const body = { label: 'Backend', scopes: ['wallet:read', 'wallet:create'], ...more }
  const answer = await world.call('POST', KEYS, { body })
  expect(answer.status).toBe(200)
  return answer.content
}

describe('POST /v1/org/keys/:keyId/rotate', () => {
  test('behavior: the new key is like the old one, and the old one stays valid for a day and names its successor', async () => {
    const ipAllowList = { mode: 'staged', ranges: ['203.0.113.0/24'] }
    const old = await issue({ ipAllowList, requestsPerMinute: 500 })
    const answer = await rotate(old.id)
    expect(answer.status).toBe(200)
    const { secret, id } = answer.content
    expect(answer.content).toMatchObject({
      label: 'Backend',
      scopes: old.scopes,
      ipAllowList,
      requestsPerMinute: 500,
      expiresAtDatetime: null,
      replacedByKeyId: null,
    })
    expect(secret).not.toBe(old.secret)
    const rotated = await listed(old.id)
    expect(rotated.replacedByKeyId).toBe(id)
    expect(Math.abs(Date.parse(rotated.expiresAtDatetime) - afterMs(DAY).getTime())).toBeLessThan(60_000)
    expect([await status(old.secret), await status(secret)]).toEqual([200, 200])
    world.ctx.clock.advance(DAY)
    expect([await status(old.secret), await status(secret)]).toEqual([401, 200])
  })

  test('behavior: without a grace period, the old secret ends with the response', async () => {
    const old = await issue()
    const { secret } = (await rotate(old.id, { graceSeconds: 0 })).content
    expect([await status(old.secret), await status(secret)]).toEqual([401, 200])
  })

  test('behavior: a key with an expiry gets a successor with the same lifetime, and no longer grace than its own', async () => {
    const old = await issue({ expiresAtDatetime: afterMs(10 * HOUR).toISOString() })
    world.ctx.clock.advance(9 * HOUR)
    const { expiresAtDatetime } = (await rotate(old.id)).content
    expect(Math.abs(Date.parse(expiresAtDatetime) - afterMs(10 * HOUR).getTime())).toBeLessThan(60_000)
    expect((await listed(old.id)).expiresAtDatetime).toBe(old.expiresAtDatetime)
    world.ctx.clock.advance(HOUR)
    expect(await status(old.secret)).toBe(401)
  })

  test('behavior: a key may rotate itself', async () => {
    const manager = await issue({ scopes: ['org:manage'] })
    const answer = await rotate(manager.id, { graceSeconds: 60 }, manager.secret)
    expect(answer.status).toBe(200)
    expect((await world.call('GET', KEYS, { key: answer.content.secret })).status).toBe(200)
  })

  test('error: one of ten simultaneous rotations succeeds; the others and later ones name the successor', async () => {
    const old = await issue()
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(old.id)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(409),
    ])
    expect((await rotate(old.id)).content.message).toContain('rotate its successor')
  })

  test('error: does not rotate revoked and expired keys', async () => {
    const revoked = await issue()
    await world.call('DELETE', `${KEYS}/${revoked.id}`)
    expect((await rotate(revoked.id)).status).toBe(409)
    const expired = await issue({ expiresAtDatetime: afterMs(HOUR).toISOString() })
    world.ctx.clock.advance(HOUR)
    expect((await rotate(expired.id)).status).toBe(409)
  })

  test.each([
    [{ graceSeconds: -1 }],
    [{ graceSeconds: 2_592_001 }],
    [{ graceSeconds: 1.5 }],
    [{ graceSeconds: '60' }],
  ])('error: refuses %j', async (body) => {
    const { id } = await issue()
    expect((await rotate(id, body)).content.errors[0].path).toBe('graceSeconds')
    expect((await listed(id)).replacedByKeyId).toBeNull()
  })
})

describe('scopes that a key can grant', () => {
  test('error: a key issues and rotates only within its own scopes, and the error names the missing ones', async () => {
    const manager = await issue({ scopes: ['org:manage', 'wallet:read'] })
    const wider = { label: 'Wider', scopes: ['wallet:read', 'transaction:execute', 'token:approve'] }
    const before = (await world.call('GET', KEYS)).content.length
    const refused = await world.call('POST', KEYS, { key: manager.secret, body: wider })
    expect(refused.status).toBe(403)
    expect(refused.content).toEqual({
      message:
        'A key can hand out only scopes that it holds itself. The calling key lacks: transaction:execute, token:approve',
      code: 'SCOPES_NOT_HELD',
    })
    expect((await rotate(world.demo.keyId, {}, manager.secret)).content.code).toBe('SCOPES_NOT_HELD')
    expect((await world.call('GET', KEYS)).content).toHaveLength(before)
    const narrower = { label: 'Narrower', scopes: ['wallet:read'] }
    expect((await world.call('POST', KEYS, { key: manager.secret, body: narrower })).status).toBe(200)
  })
})
