import { afterAll, describe, expect, test } from 'vitest'
import { domainListSchema, domainSchema } from '#protocol/domains.ts'
import { RELATED_ORIGINS_PATH } from '#protocol/passkey/related-origins.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'
import { findRelatedOrigins, registerDomain } from './domains.ts'

const DOMAINS = '/v1/org/domains'
const world = await serviceWorld.api()
const other = await world.addOrganization('Other', 'other.example')
afterAll(() => world.stop())

const add = async (domain: string, key = world.demo.key) =>
  domainSchema.parse((await world.call('POST', DOMAINS, { key, body: { domain } })).content)
const put = (id: string, relatedOrigins: unknown, key = world.demo.key) =>
  world.call('PUT', `${DOMAINS}/${id}`, { key, body: { relatedOrigins } })
const list = async (key = world.demo.key) =>
  domainListSchema.parse((await world.call('GET', DOMAINS, { key })).content)
const readFile = (host: string) =>
  world.fetch(new Request(`http://${host}${RELATED_ORIGINS_PATH}`, { headers: { host } }))

const registration = { organizationId: world.demo.id, domain: 'shop.example', now: new Date() }
await registerDomain(world.ctx.db, registration)
const shop = await add('shop.example')

describe('PUT /v1/org/domains/{domainId}', () => {
  test('behavior: sets the list, without repetitions, for this domain only', async () => {
    const origins = ['https://shop.de', 'https://shop.co.uk', 'https://shop.de']
    const answer = await put(shop.id, origins)
    expect(domainSchema.parse(answer.content)).toEqual({ ...shop, relatedOrigins: origins.slice(0, 2) })
    const lists = (await list()).map(({ domain, relatedOrigins }) => [domain, relatedOrigins])
    expect(Object.fromEntries(lists)).toMatchObject({ localhost: [], 'shop.example': origins.slice(0, 2) })
    expect(await findRelatedOrigins(world.ctx.db, other.id, 'shop.example')).toEqual([])
    expect((await put(shop.id, [])).content).toMatchObject({ relatedOrigins: [] })
  })

  test.each([
    [undefined, 'relatedOrigins'],
    ['https://shop.de', 'relatedOrigins'],
    [['https://shop.de', 'http://shop.de'], 'relatedOrigins.1'],
    [['https://shop.de/'], 'relatedOrigins.0'],
    [['shop.de'], 'relatedOrigins.0'],
    [['https://Shop.de'], 'relatedOrigins.0'],
    [['https://shop.de:443'], 'relatedOrigins.0'],
    [['https://*.shop.de'], 'relatedOrigins.0'],
    [['https://93.184.216.34'], 'relatedOrigins.0'],
    [['https://shop.example:8443'], 'relatedOrigins.0'],
    [['https://www.shop.example'], 'relatedOrigins.0'],
    [Array.from({ length: 51 }, (_, index) => `https://s${index}.example`), 'relatedOrigins'],
  ])('error: refuses %j at %s and changes nothing', async (relatedOrigins, path) => {
    const before = await list()
    const answer = await put(shop.id, relatedOrigins)
    expect([answer.status, refusedFields(answer)]).toEqual([400, [path]])
    expect(await list()).toEqual(before)
  })

  test('error: a domain of another organization is not found, and keeps its list', async () => {
    const answer = await put(shop.id, ['https://evil.example'], other.key)
    expect(answer.status).toBe(404)
    expect(await findRelatedOrigins(world.ctx.db, world.demo.id, 'shop.example')).toEqual([])
  })
})

describe(`GET ${RELATED_ORIGINS_PATH}`, () => {
  test('behavior: serves the list of the domain in the Host header, with any port', async () => {
    await put(shop.id, ['https://shop.de'])
    for (const host of ['shop.example', 'Shop.Example', 'shop.example:4000']) {
      const response = await readFile(host)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(await response.json()).toEqual({ origins: ['https://shop.de'] })
    }
  })

  test('error: no file for an unknown domain, one without related origins, and one that is not verified', async () => {
    await put((await add('unverified.example')).id, ['https://shop.de'])
    const hosts = ['unknown.example', 'localhost', 'unverified.example', 'www.shop.example', '[::1]:4000']
    for (const host of hosts) expect([host, (await readFile(host)).status]).toEqual([host, 404])
  })
})
