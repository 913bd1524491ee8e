import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createApp } from '#service/app.ts'
import { openAdmission } from '#service/create-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { forgetOldRequests } from './request-log.ts'

const world = await forFile(serviceWorld.api())

const KEYS = '/v1/org/keys'
const DAY_MS = 86_400_000
const INSIDE = '203.0.113.9'
const OUTSIDE = '198.51.100.7'
const FLUSHED = { timeout: 120_000 }

async function issue(scopes = ['wallet:read', 'wallet:create'], more = {}) {
  return (await world.call('POST', KEYS, { body: { label: 'Counted', scopes, ...more } })).content
}
const send = async (key: string, path: string, address?: string) =>
  (await world.call('GET', path, { key, ...(address !== undefined && { client: { address } }) })).status
const usageOf = async (id: string) => (await world.call('GET', `${KEYS}/${id}/usage`)).content
const tryList = (id: string, ranges: unknown) =>
  world.call('POST', `${KEYS}/${id}/allow-list-dry-run`, { body: { ranges } })
const requestsOf = (id: string) => expect.poll(async () => (await usageOf(id)).requests, FLUSHED)
const day = () => world.ctx.clock.now().toISOString().slice(0, 10)

describe('the usage of a key', () => {
  test('behavior: counts requests by day, scope, endpoint and address, and names unused scopes', async () => {
    const { id, secret } = await issue()
    for (const address of [INSIDE, INSIDE, OUTSIDE, undefined])
      expect(await send(secret, '/v1/baas/wallets', address)).toBe(200)
    expect(await send(secret, '/v1/baas/config', OUTSIDE)).toBe(200)
    await requestsOf(id).toBe(5)
    const usage = await usageOf(id)
    expect(usage.days).toEqual([{ day: day(), requests: 5 }])
    expect(usage.scopes).toEqual([
      { scope: 'wallet:create', requests: 0, lastDay: null },
      { scope: 'wallet:read', requests: 4, lastDay: day() },
    ])
    expect(usage.endpoints).toEqual([
      { endpoint: 'GET /baas/wallets', scope: 'wallet:read', requests: 4, lastDay: day() },
      { endpoint: 'GET /baas/config', scope: null, requests: 1, lastDay: day() },
    ])
    expect(usage.sources).toEqual(
      [
        { kind: 'address', ip: OUTSIDE, requests: 2, lastDay: day() },
        { kind: 'address', ip: INSIDE, requests: 2, lastDay: day() },
        { kind: 'server', ip: null, requests: 1, lastDay: day() },
      ].toSorted((a, b) => b.requests - a.requests || ((a.ip ?? 'server') < (b.ip ?? 'server') ? -1 : 1)),
    )
    const listed = (await world.call('GET', KEYS)).content.find((key: { id: string }) => key.id === id)
    expect(listed.unusedScopes).toEqual(['wallet:create'])
    expect(listed.usageSinceDatetime).toBe(listed.createdAtDatetime)
  })

  test('error: does not count refused requests: another address, a missing scope, a browser', async () => {
    const ipAllowList = { mode: 'enforced', ranges: [INSIDE] }
    const { id, secret } = await issue(['wallet:read'], { ipAllowList })
    expect(await send(secret, '/v1/baas/wallets', OUTSIDE)).toBe(403)
    expect(await send(secret, '/v1/baas/tokens/allowed', INSIDE)).toBe(403)
    await world.call('GET', '/v1/baas/wallets', { key: secret, headers: { origin: 'https://a.example' } })
    expect(await send(secret, '/v1/baas/wallets', INSIDE)).toBe(200)
    await requestsOf(id).toBe(1)
  })

  test('behavior: two processes add up, and pending counts are written when a process ends', async () => {
    const { id, secret } = await issue()
    const admission = openAdmission(world.ctx)
    const app = createApp(world.ctx, admission)
    const request = () =>
      new Request('http://service.test/v1/baas/wallets', { headers: { 'x-api-key': secret } })
    await Promise.all(
      Array.from({ length: 20 }, async () => app.fetch(request(), { client: { ip: INSIDE } })),
    )
    for (let sent = 0; sent < 5; sent += 1) await send(secret, '/v1/baas/wallets', INSIDE)
    await admission.stop()
    expect((await usageOf(id)).requests).toBeGreaterThanOrEqual(20)
    await requestsOf(id).toBe(25)
  })

  test('behavior: deletes a request after thirty days', async () => {
    const { id, secret } = await issue()
    await send(secret, '/v1/baas/wallets', INSIDE)
    await requestsOf(id).toBe(1)
    world.ctx.clock.advance(29 * DAY_MS)
    await forgetOldRequests(world.ctx)
    const usage = await usageOf(id)
    expect(usage.days.reduce((sum: number, each: { requests: number }) => sum + each.requests, 0)).toBe(1)
    expect(usage.days.length).toBeGreaterThanOrEqual(29)
    world.ctx.clock.advance(3 * DAY_MS)
    expect((await usageOf(id)).requests).toBe(0)
    await forgetOldRequests(world.ctx)
    const rows = await world.ctx.db.selectFrom('api_key_usage').selectAll().where('key_id', '=', id).execute()
    expect(rows).toEqual([])
  })
})

describe('a dry run of an allowlist', () => {
  test('behavior: reports how many requests of the last days would have been refused, and from which addresses', async () => {
    const { id, secret } = await issue()
    for (const address of [INSIDE, OUTSIDE, OUTSIDE, '2001:db8::5', undefined])
      await send(secret, '/v1/baas/wallets', address)
    await requestsOf(id).toBe(5)
    const tried = await tryList(id, ['203.0.113.0/24'])
    expect(tried.content).toMatchObject({
      requests: 5,
      refusedRequests: 3,
      uncertainRequests: 0,
      moreSources: 0,
    })
    expect(tried.content.refusedFrom).toEqual([
      { kind: 'address', ip: OUTSIDE, requests: 2, lastDay: day() },
      { kind: 'address', ip: '2001:db8::5', requests: 1, lastDay: day() },
    ])
    const whole = await tryList(id, ['203.0.113.0/24', '198.51.100.0/24', '2001:db8::/32'])
    expect(whole.content).toMatchObject({ refusedRequests: 0, refusedFrom: [] })
    expect(await send(secret, '/v1/baas/wallets', OUTSIDE)).toBe(200)
  })

  test('error: names an invalid range by its position, and an empty list tests nothing', async () => {
    const { id } = await issue()
    const refused = await tryList(id, ['203.0.113.0/24', '10.1'])
    expect(refused).toMatchObject({ status: 400, content: { errors: [{ path: 'ranges.1' }] } })
    expect(await tryList(id, [])).toMatchObject({ status: 400, content: { errors: [{ path: 'ranges' }] } })
  })
})

describe('the issuer of a key, and its alarm', () => {
  test('param: stores createdBy; a rotation keeps it unless the request has a new one', async () => {
    const { id } = await issue(['wallet:read'], { createdBy: 'Ada Lovelace' })
    const rotate = async (keyId: string, body: object) =>
      (await world.call('POST', `${KEYS}/${keyId}/rotate`, { body })).content
    const second = await rotate(id, { graceSeconds: 60 })
    expect(second.createdBy).toBe('Ada Lovelace')
    expect((await rotate(second.id, { createdBy: 'Grace Hopper' })).createdBy).toBe('Grace Hopper')
    const long = { label: 'x', scopes: ['wallet:read'], createdBy: 'x'.repeat(101) }
    expect(await world.call('POST', KEYS, { body: long })).toMatchObject({
      status: 400,
      content: { errors: [{ path: 'createdBy' }] },
    })
  })

  test('behavior: an alarm can be dismissed, and a later one counts again', async () => {
    const { id, secret } = await issue()
    const listed = async () =>
      (await world.call('GET', KEYS)).content.find((key: { id: string }) => key.id === id)
    const expose = () =>
      world.call('GET', '/v1/baas/config', { key: secret, headers: { origin: 'https://shop.example' } })
    await expose()
    await expect.poll(async () => (await listed()).exposedAtDatetime).not.toBeNull()
    world.ctx.clock.advance(1_000)
    await world.call('PUT', `${KEYS}/${id}`, { body: { exposureDismissed: true } })
    const { exposedAtDatetime, exposureDismissedAtDatetime } = await listed()
    expect(exposureDismissedAtDatetime > exposedAtDatetime).toBe(true)
    world.ctx.clock.advance(2 * 3_600_000)
    await expose()
    await expect.poll(async () => (await listed()).exposedAtDatetime).not.toBe(exposedAtDatetime)
    expect((await listed()).exposedAtDatetime > exposureDismissedAtDatetime).toBe(true)
  })
})
