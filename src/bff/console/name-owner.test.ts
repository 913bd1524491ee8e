import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { consoleWorld } from '#bff/testing/console-world.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const bodySchema = z.looseObject({ createdBy: z.optional(z.string()) })
const ISSUED = {
  id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  label: 'Backend',
  start: 'pk_live_ab',
  scopes: ['wallet:read'],
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
  secret: 'pk_live_secret',
}
const issue = (more = {}) =>
  admin.browser.post('/api/org/keys', { label: 'Backend', scopes: ['wallet:read'], ...more })
const sent = () =>
  world.upstream.seen
    .filter(({ method, path }) => method === 'POST' && path === '/v1/org/keys')
    .map(({ body }) => bodySchema.parse(body).createdBy)

test('behavior: a new key has the name of the signed-in person, whatever the page sends', async () => {
  world.upstream.on('POST /v1/org/keys', () => ({ content: ISSUED }))
  expect((await issue({ createdBy: 'Mallory' })).status).toBe(200)
  expect(sent()).toEqual(['Ada'])
})

test('behavior: retries once without the owner if an older service does not support it', async () => {
  world.upstream.on('POST /v1/org/keys', ({ body }) =>
    bodySchema.parse(body).createdBy === undefined
      ? { content: ISSUED }
      : {
          status: 400,
          content: {
            message: 'createdBy is not a known field',
            code: 'VALIDATION_FAILED',
            errors: [{ path: 'createdBy', message: 'is not a known field' }],
          },
        },
  )
  expect((await issue()).status).toBe(200)
  expect(sent()).toEqual(['Ada', undefined])
})

test('error: does not retry if the service refuses for another reason', async () => {
  world.upstream.refuses('POST /v1/org/keys', 403, { message: 'no', code: 'SCOPES_NOT_HELD' })
  expect((await issue()).status).toBe(403)
  expect(sent()).toHaveLength(1)
})
