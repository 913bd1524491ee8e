import { expect, test } from 'vitest'
import { SCOPES, type Scope } from '#protocol/endpoint.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createApp } from '#service/app.ts'
import { openAdmission } from '#service/create-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.api())

const KEYS = '/v1/org/keys'
const issue = async (scopes: readonly Scope[]): Promise<{ id: string; secret: string }> =>
  (await world.call('POST', KEYS, { body: { label: 'Edited', scopes } })).content
const change = (id: string, scopes: readonly string[], key?: string) =>
  world.call('PUT', `${KEYS}/${id}`, { body: { scopes }, ...(key !== undefined && { key }) })
const scopesOf = async (id: string) =>
  (await world.call('GET', KEYS)).content.find((key: { id: string }) => key.id === id).scopes

test('behavior: wider and narrower scopes apply in every process from their response on', async () => {
  const admission = openAdmission(world.ctx)
  const app = createApp(world.ctx, admission)
  const { id, secret } = await issue(['wallet:read'])
  const statuses = async () => {
    const headers = { 'x-api-key': secret }
    const there = async (path: string) =>
      (await app.fetch(new Request(`http://service.test${path}`, { headers }))).status
    return [await there('/v1/baas/wallets'), await there('/v1/baas/tokens/allowed'), await there(KEYS)]
  }
  expect(await statuses()).toEqual([200, 403, 403])
  const wider = await change(id, ['wallet:read', 'domain:read', 'org:manage'])
  expect(wider.content.scopes).toEqual(['wallet:read', 'domain:read', 'org:manage'])
  expect(await statuses()).toEqual([200, 200, 200])
  await change(id, ['domain:read'])
  expect(await statuses()).toEqual([403, 200, 403])
  await admission.stop()
})

test('error: a key adds only scopes that it holds, and another key’s scopes may stay', async () => {
  const manager = await issue(['org:manage', 'wallet:read'])
  const { id } = await issue(['wallet:create', 'wallet:read'])
  const refused = await change(id, ['wallet:create', 'token:transfer', 'domain:read'], manager.secret)
  expect(refused).toMatchObject({ status: 403, content: { code: 'SCOPES_NOT_HELD' } })
  expect(refused.content.message).toContain('token:transfer, domain:read')
  expect(await scopesOf(id)).toEqual(['wallet:create', 'wallet:read'])
  expect((await change(id, ['wallet:create', 'org:manage'], manager.secret)).status).toBe(200)
  expect(await scopesOf(id)).toEqual(['wallet:create', 'org:manage'])
})

test('error: a key can neither widen itself nor remove its own org:manage, but may give up other scopes', async () => {
  const { id, secret } = await issue(['org:manage', 'wallet:read'])
  expect((await change(id, SCOPES, secret)).content.code).toBe('SCOPES_NOT_HELD')
  expect((await change(id.toUpperCase(), ['wallet:read'], secret)).content.code).toBe('CONFLICT')
  expect(await scopesOf(id)).toEqual(['org:manage', 'wallet:read'])
  expect((await change(id, ['org:manage'], secret)).status).toBe(200)
})

test('behavior: undefined fields stay unchanged, and a revoked key keeps its scopes', async () => {
  const { id } = await issue(['wallet:read'])
  await change(id, ['domain:read'])
  await world.call('PUT', `${KEYS}/${id}`, { body: { label: 'Renamed' } })
  expect(await scopesOf(id)).toEqual(['domain:read'])
  await world.call('DELETE', `${KEYS}/${id}`)
  expect((await change(id, ['wallet:read'])).status).toBe(409)
  expect(await scopesOf(id)).toEqual(['domain:read'])
})
