import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()
const shop = world.shopForEach()

/** PNGs of 2 by 2 pixels, as the service writes them. */
const GREEN =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR4nGNQaHD4D8IMMAYAPrQHfSTj1C4AAAAASUVORK5CYII='
const GRAY =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR4nGOoqKj4D8IMMAYAU2QJnUO9tAkAAAAASUVORK5CYII='
const ROUTE = 'GET /v1/org/organization'
const ORGANIZATION = { id: 'org-1', name: 'Demo', sandbox: false }

test.each([
  ['its name alone without a logo', { logo: null }, {}],
  ['its name alone from an older service', {}, {}],
  ['no color for a gray logo', { logo: GRAY }, { logo: GRAY }],
  ['the color of its logo', { logo: GREEN }, { logo: GREEN, accent: '#208040' }],
  ['a logo that it cannot read without a color', { logo: 'AAAA' }, { logo: 'AAAA' }],
])('behavior: an organization’s page gets %s', async (_, served, brand) => {
  world.upstream.answers(ROUTE, { ...ORGANIZATION, ...served })
  const answer = await readContent(fromPage(world, await shop.token(), '/brand'))
  expect(answer).toEqual({ name: 'Demo', ...brand })
})

test('behavior: in the console, the widget keeps the console’s look', async () => {
  const opened = await admin.browser.send('/api/widget-session', {
    method: 'POST',
    body: { operations: ['create'] },
  })
  const { token } = z.object({ token: z.string() }).parse(await readContent(opened))
  expect(await readContent(fromPage(world, token, '/brand', {}, PUBLIC_URL))).toEqual({})
  expect(world.upstream.seen.filter(({ path }) => path === '/v1/org/organization')).toEqual([])
})

test('error: refuses a request without a token, and one of another site', async () => {
  expect(await readError(fromPage(world, 'A'.repeat(43), '/brand'))).toMatchObject({
    status: 401,
    code: 'WIDGET_TOKEN_EXPIRED',
  })
  const elsewhere = fromPage(world, await shop.token(), '/brand', {}, 'https://other.example')
  expect(await readError(elsewhere)).toMatchObject({ status: 403, code: 'ORIGIN_REFUSED' })
})

test('error: a service without organizations leaves the name', async () => {
  world.upstream.on(ROUTE, () => ({ status: 404, text: '' }))
  expect(await readContent(fromPage(world, await shop.token(), '/brand'))).toEqual({ name: 'Demo' })
})
