import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const world = await forFile(serviceWorld.api())

const KEYS = '/v1/org/keys'
const INSIDE = '203.0.113.9'
const OUTSIDE = '198.51.100.7'
const RANGES = ['203.0.113.0/24', '2001:db8::/32']

const config = (key: string, client?: { address?: string | undefined }) =>
  world.call('GET', '/v1/baas/config', { key, ...(client && { client }) })
const listed = async (id: string) =>
  (await world.call('GET', KEYS)).content.find((key: { id: string }) => key.id === id)

async function issue(mode: string, ranges: unknown = RANGES) {
  const body = { label: 'Listed', scopes: ['wallet:read'], ipAllowList: { mode, ranges } }
  return world.call('POST', KEYS, { body })
}

describe('an IP allowlist', () => {
  test('behavior: enforced → requests from other addresses are refused, and the list reports their address', async () => {
    const { secret, id } = (await issue('enforced')).content
    for (const address of [INSIDE, `::ffff:${INSIDE}`, '2001:db8::1']) {
      expect((await config(secret, { address })).status).toBe(200)
    }
    const refused = await config(secret, { address: OUTSIDE })
    expect(refused.status).toBe(403)
    expect(refused.content).toEqual({
      message: `This API key may not be used from ${OUTSIDE}`,
      code: 'IP_NOT_ALLOWED',
    })
    expect(refused.headers.has('ratelimit')).toBe(false)
    await expect.poll(async () => (await listed(id)).lastRefusedIp).toBe(OUTSIDE)
    expect((await listed(id)).lastRefusedAtDatetime).not.toBeNull()
    expect((await listed(id)).lastUsedIp).toBe(INSIDE)
  })

  test('error: refuses a caller with an unknown address; a call within the process is not checked', async () => {
    const { secret } = (await issue('enforced')).content
    const refused = await config(secret, { address: undefined })
    expect(refused.content.message).toBe('This API key may not be used from an unknown address')
    expect((await config(secret)).status).toBe(200)
  })

  test('behavior: staged → the same request passes and is recorded', async () => {
    const { secret, id } = (await issue('staged')).content
    expect((await config(secret, { address: OUTSIDE })).status).toBe(200)
    await expect.poll(async () => (await listed(id)).lastRefusedIp).toBe(OUTSIDE)
    await expect.poll(async () => (await listed(id)).lastUsedIp).toBe(OUTSIDE)
  })

  test('behavior: off → addresses do not matter', async () => {
    const { secret, id } = (await issue('off')).content
    expect((await config(secret, { address: OUTSIDE })).status).toBe(200)
    await expect.poll(async () => (await listed(id)).lastUsedIp).toBe(OUTSIDE)
    expect((await listed(id)).lastRefusedIp).toBeNull()
  })

  test('error: the address is checked before the scope, and a wrong key gets 401 from any address', async () => {
    const { secret } = (await issue('enforced')).content
    const call = (key: string) => world.call('GET', KEYS, { key, client: { address: OUTSIDE } })
    expect((await call(secret)).content.code).toBe('IP_NOT_ALLOWED')
    const otherEnd = secret.endsWith('x') ? 'y' : 'x'
    expect((await call(secret.slice(0, -1) + otherEnd)).status).toBe(401)
  })

  test('behavior: stores ranges in their canonical text, once', async () => {
    const issued = await issue('staged', ['203.0.113.9/24', '203.0.113.0/24', '198.51.100.7'])
    expect(issued.content.ipAllowList).toEqual({
      mode: 'staged',
      ranges: ['203.0.113.0/24', '198.51.100.7/32'],
    })
  })

  test.each([
    [{ mode: 'enforced', ranges: [] }, 'ipAllowList.ranges'],
    [{ mode: 'off', ranges: ['203.0.113.0/24', 'everywhere'] }, 'ipAllowList.ranges.1'],
    [{ mode: 'on', ranges: [] }, 'ipAllowList.mode'],
    [{ mode: 'off' }, 'ipAllowList.ranges'],
    [{ mode: 'off', ranges: Array.from({ length: 101 }, () => '203.0.113.0/24') }, 'ipAllowList.ranges'],
    [{ mode: 'off', ranges: [7] }, 'ipAllowList.ranges.0'],
  ])('error: refuses %j at %s', async (ipAllowList, path) => {
    const body = { label: 'Listed', scopes: ['wallet:read'], ipAllowList }
    expect(refusedFields(await world.call('POST', KEYS, { body }))).toContain(path)
  })
})

describe('PUT /v1/org/keys/:keyId', () => {
  const put = (id: string, body: unknown, options: { client?: { address?: string }; key?: string } = {}) =>
    world.call('PUT', `${KEYS}/${id}`, { body, ...options })

  test('behavior: a list applies from the next request on, and undefined fields stay unchanged', async () => {
    const { id, secret } = (await issue('off')).content
    expect((await config(secret, { address: OUTSIDE })).status).toBe(200)
    expect((await put(id, { ipAllowList: { mode: 'enforced', ranges: RANGES } })).content).toMatchObject({
      label: 'Listed',
      ipAllowList: { mode: 'enforced', ranges: RANGES },
    })
    expect((await config(secret, { address: OUTSIDE })).status).toBe(403)
    expect((await put(id, { label: 'Renamed' })).content).toMatchObject({
      label: 'Renamed',
      ipAllowList: { mode: 'enforced' },
    })
    expect(await listed(id)).toMatchObject((await put(id, {})).content)
  })

  test('error: the calling key cannot lock itself out; from an address in its list it can set it', async () => {
    const { id, secret: key } = (
      await world.call('POST', KEYS, { body: { label: 'Manager', scopes: ['org:manage'] } })
    ).content
    const list = { ipAllowList: { mode: 'enforced', ranges: RANGES } }
    expect((await put(id.toUpperCase(), list, { key, client: { address: OUTSIDE } })).status).toBe(409)
    expect((await listed(id)).ipAllowList.mode).toBe('off')
    expect((await put(id, list, { key, client: { address: INSIDE } })).status).toBe(200)
  })

  test('error: does not change a revoked key', async () => {
    const { id } = (await issue('off')).content
    await world.call('DELETE', `${KEYS}/${id}`)
    expect((await put(id, { label: 'Late' })).status).toBe(409)
    expect((await listed(id)).label).toBe('Listed')
  })

  test.each([
    [{ label: '' }, 'label'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['wallet:read', 'wallet:read'] }, 'scopes'],
    [{ scopes: ['wallet:*'] }, 'scopes.0'],
    [{ requestsPerMinute: 0 }, 'requestsPerMinute'],
    [{ requestsPerMinute: 1.5 }, 'requestsPerMinute'],
    [{ requestsPerMinute: '5' }, 'requestsPerMinute'],
    [{ requestsPerMinute: 6_000_001 }, 'requestsPerMinute'],
  ])('error: refuses %j at %s', async (body, path) => {
    const { id } = (await issue('off')).content
    expect(refusedFields(await put(id, body))[0]).toBe(path)
  })
})
