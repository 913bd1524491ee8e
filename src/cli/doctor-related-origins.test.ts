import { afterAll, beforeEach, expect, test } from 'vitest'
import type { FetchTarget } from '#bff/index.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { checkRelatedOrigins } from './doctor-related-origins.ts'

const world = await serviceWorld.api()
afterAll(() => world.stop())

const domains = () => world.ctx.db.updateTable('organization_domains')
const URL = 'https://localhost/.well-known/webauthn'
const ORIGINS = ['https://shop.de', 'https://shop.co.uk']

const serve =
  (body: unknown, type = 'application/json'): FetchTarget =>
  async (url) => ({
    status: url === URL ? 200 : 404,
    headers: { 'content-type': type },
    body: Buffer.from(JSON.stringify(body)),
  })

beforeEach(async () => {
  await domains().set({ related_origins: ORIGINS }).where('domain', '=', 'localhost').execute()
})

test('behavior: a domain whose file has every origin passes', async () => {
  expect(await checkRelatedOrigins(world.ctx, serve({ origins: ORIGINS }))).toEqual([
    { check: 'related origins', level: 'ok', detail: `${URL} lists every related origin` },
  ])
})

test('error: reports the origins that the file lacks, with the content to serve', async () => {
  const [finding] = await checkRelatedOrigins(world.ctx, serve({ origins: ORIGINS.slice(0, 1) }))
  expect(finding).toEqual({
    check: 'related origins',
    level: 'problem',
    detail: `${URL} does not list https://shop.co.uk`,
    todo: 'serve {"origins":["https://shop.de","https://shop.co.uk"]} there as application/json',
  })
})

test.each<[what: string, target: FetchTarget, detail: RegExp]>([
  ['a page', serve({ origins: ORIGINS }, 'text/html'), /content type “text\/html”, not application\/json$/],
  ['no list', serve({}), /is not a JSON object/],
  [
    'no response',
    async () => ({ problem: 'the name has no address' }),
    /could not be read: the name has no address$/,
  ],
])('error: reports %s in place of the file', async (_, target, detail) => {
  const [finding] = await checkRelatedOrigins(world.ctx, target)
  expect(finding).toMatchObject({ level: 'problem', detail: expect.stringMatching(detail) })
})

test('behavior: a domain without related origins, or not verified, is not examined', async () => {
  await domains().set({ related_origins: [] }).execute()
  const caller = { key: world.demo.key, body: { domain: 'later.example' } }
  await world.call('POST', '/v1/org/domains', caller)
  await domains().set({ related_origins: ORIGINS }).where('verified_at', 'is', null).execute()
  expect(await checkRelatedOrigins(world.ctx, serve({}))).toEqual([])
})
