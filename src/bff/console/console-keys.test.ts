import { expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { API_KEY } from '#bff/testing/test-bff.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const key = (id: string, start: string) => ({
  id,
  label: id,
  start,
  scopes: ['org:manage'],
  createdAtDatetime: '2026-11-20T00:00:00.000Z',
  lastUsedAtDatetime: null,
  expiresAtDatetime: null,
  revokedAtDatetime: null,
})

const OWN = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'
const OTHER = '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb'
const KEYS = [key(OWN, API_KEY.slice(0, 19)), key(OTHER, 'pk_live_Others_abcd')]
const change = (id: string, body: object) =>
  admin.browser.send(`/api/org/keys/${id}`, { method: 'PUT', body })

test('behavior: the audit log has the old and new values of a changed key', async () => {
  world.upstream.answers('GET /v1/org/keys', KEYS)
  world.upstream.on(`PUT /v1/org/keys/${OTHER}`, () => ({
    content: { ...key(OTHER, 'pk_live_Others_abcd'), scopes: ['wallet:read', 'domain:read'] },
  }))
  expect((await change(OTHER, { label: OTHER, scopes: ['wallet:read', 'domain:read'] })).status).toBe(200)
  const entry = (await world.audited('api-key.updated')).find(({ target }) => target === OTHER)
  const { start: _, ...details } = JSON.parse(entry?.details ?? '')
  // The entry has no earlier value for a field that did not change.
  expect(details).toEqual({
    'before.scopes': 'org:manage',
    scopes: 'wallet:read, domain:read',
    label: OTHER,
    expiresAtDatetime: null,
  })
})

test('error: the scopes of the console’s own key cannot be changed here, but its name can', async () => {
  world.upstream.answers('GET /v1/org/keys', KEYS)
  world.upstream.answers(`PUT /v1/org/keys/${OWN}`, KEYS[0])
  const refused = await readError(change(OWN, { scopes: ['org:manage', 'wallet:read'] }))
  expect(refused).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect(world.upstream.seen.map(({ method }) => method)).not.toContain('PUT')
  expect((await change(OWN, { label: 'Console' })).status).toBe(200)
})

test('behavior: returns which key the console uses, and nothing of the key itself', async () => {
  world.upstream.on('GET /v1/org/keys', () => ({
    content: [key('own', API_KEY.slice(0, 19)), key('other', 'pk_live_Others_abcd')],
  }))
  const answer = await admin.browser.send('/api/console-keys')
  const text = await answer.clone().text()
  expect(await readContent(answer)).toEqual(['own'])
  expect(text).not.toContain(API_KEY)
})
