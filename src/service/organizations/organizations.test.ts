import { describe, expect, test } from 'vitest'
import { configSchema, feeSettingsAnswerSchema } from '#protocol/deployment-config.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { domainListSchema } from '#protocol/domains.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { ownOrganizationSchema } from '#protocol/organization.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'
import { findDomain, findEmbedOrigins, registerDomain } from './domains.ts'
import { listOrganizations, setRequestLimit } from './operate-organizations.ts'

const TREASURY = '0x00000000000000000000000000000000000000fE'

const world = await forFile(serviceWorld.wallets())
const other = await world.addOrganization('Other', 'other.example')

describe('GET /v1/org/organization', () => {
  test('behavior: returns the organization of the key', async () => {
    const answer = await world.call('GET', '/v1/org/organization', { key: other.key })
    expect(ownOrganizationSchema.parse(answer.content)).toEqual({
      id: other.id,
      name: 'Other',
      sandbox: false,
      embedOrigins: [],
      logo: null,
      keyScopes: SCOPES,
    })
  })
})

describe('PUT /v1/org/organization', () => {
  const put = (body: unknown, key = other.key) => world.call('PUT', '/v1/org/organization', { key, body })
  const read = async (key = other.key) => (await world.call('GET', '/v1/org/organization', { key })).content

  test('behavior: changes the given fields and keeps the rest, for one organization', async () => {
    const before = await read(world.demo.key)
    const embedOrigins = ['https://shop.example', 'http://shop.localhost:4001', 'https://shop.example']
    expect((await put({ name: ' Renamed ', embedOrigins })).content).toMatchObject({
      name: 'Renamed',
      embedOrigins: embedOrigins.slice(0, 2),
    })
    expect(await read()).toMatchObject({ name: 'Renamed', embedOrigins: embedOrigins.slice(0, 2) })
    expect((await put({ name: 'Other' })).content.embedOrigins).toHaveLength(2)
    expect(await read()).toEqual({ ...(await put({})).content, keyScopes: SCOPES })
    expect((await put({ embedOrigins: [] })).content).toMatchObject({ name: 'Other', embedOrigins: [] })
    expect(await read(world.demo.key)).toEqual(before)
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ embedOrigins: 'https://shop.example' }, 'embedOrigins'],
    [{ embedOrigins: ['https://shop.example', 'http://shop.example'] }, 'embedOrigins.1'],
    [{ embedOrigins: ['https://shop.example/'] }, 'embedOrigins.0'],
    [{ embedOrigins: ['https://Shop.example'] }, 'embedOrigins.0'],
    [{ embedOrigins: ['https://shop.example:443'] }, 'embedOrigins.0'],
    [{ embedOrigins: ['*'] }, 'embedOrigins.0'],
    [{ embedOrigins: Array.from({ length: 51 }, (_, index) => `https://s${index}.example`) }, 'embedOrigins'],
    [{ sandbox: true }, 'sandbox'],
  ])('error: refuses %j at %s and changes nothing', async (body, path) => {
    const before = await read()
    expect(refusedFields(await put(body))[0]).toBe(path)
    expect(await read()).toEqual(before)
  })
})

describe('the operator', () => {
  test('behavior: sees every organization, oldest first, with its limit', async () => {
    await setRequestLimit(world.ctx.db, other.id, 500)
    const listed = await listOrganizations(world.ctx.db)
    expect(listed.map(({ id, requestsPerMinute }) => [id, requestsPerMinute])).toEqual([
      [world.demo.id, null],
      [other.id, 500],
    ])
    await setRequestLimit(world.ctx.db, other.id, null)
  })

  test('behavior: a domain registered by the operator is verified, even if its owner had not proved it yet', async () => {
    const { content } = await world.call('POST', '/v1/org/domains', {
      key: other.key,
      body: { domain: 'vouched.example' },
    })
    const now = new Date()
    await registerDomain(world.ctx.db, { organizationId: other.id, domain: 'vouched.example', now })
    expect(content.verifiedAtDatetime).toBeNull()
    const listed = await world.call('GET', '/v1/org/domains', { key: other.key })
    const proved = { domain: 'vouched.example', verifiedAtDatetime: now.toISOString() }
    expect(listed.content).toContainEqual(expect.objectContaining(proved))
  })
})

describe('domains', () => {
  test('behavior: GET /v1/org/domains lists the own domains by name', async () => {
    const now = new Date('2026-11-21T00:00:00.000Z')
    await registerDomain(world.ctx.db, { organizationId: world.demo.id, domain: 'Shop.Localhost', now })
    await registerDomain(world.ctx.db, { organizationId: world.demo.id, domain: 'shop.localhost', now })
    const answer = await world.call('GET', '/v1/org/domains')
    expect(domainListSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toMatchObject([
      { domain: 'localhost', rpIdHash: rpIdHash('localhost') },
      {
        domain: 'shop.localhost',
        rpIdHash: rpIdHash('shop.localhost'),
        verifiedAtDatetime: now.toISOString(),
      },
    ])
  })

  test('behavior: a hash finds only the domain of its organization, in any case', async () => {
    const hash = rpIdHash('other.example')
    expect(await findDomain(world.ctx.db, other.id, hash.toUpperCase().replace('0X', '0x'))).toEqual({
      domain: 'other.example',
      rpIdHash: hash,
    })
    expect(await findDomain(world.ctx.db, world.demo.id, hash)).toBeUndefined()
  })

  test('error: a verified domain belongs to one organization', async () => {
    const registration = { organizationId: world.demo.id, domain: 'other.example', now: new Date() }
    await expect(registerDomain(world.ctx.db, registration)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await findDomain(world.ctx.db, world.demo.id, rpIdHash('other.example'))).toBeUndefined()
  })

  test('behavior: finds only the embed origins of the given organization', async () => {
    expect(await findEmbedOrigins(world.ctx.db, other.id)).toEqual([])
    await world.ctx.db
      .updateTable('organizations')
      .set({ embed_origins: ['https://shop.example'] })
      .where('id', '=', other.id)
      .execute()
    expect(await findEmbedOrigins(world.ctx.db, other.id)).toEqual(['https://shop.example'])
    expect(await findEmbedOrigins(world.ctx.db, world.demo.id)).toEqual([])
  })
})

describe('fees', () => {
  const setFees = (fee: unknown, key?: string) =>
    world.call('PUT', '/v1/org/fees', { body: { fee }, ...(key && { key }) })
  const getFees = async (key?: string) =>
    (await world.call('GET', '/v1/org/fees', key ? { key } : {})).content
  const fee = () => ({
    tokenAddress: world.chain.tokens.erc20,
    amountPerTransaction: '1250000',
    withdrawAddress: TREASURY,
  })

  test('behavior: are set, read, changed and cleared, for one organization', async () => {
    expect(await getFees()).toEqual({ fee: null })
    const lower = {
      ...fee(),
      tokenAddress: fee().tokenAddress.toLowerCase(),
      withdrawAddress: TREASURY.toLowerCase(),
    }
    const answer = await setFees(lower)
    const checked = {
      ...fee(),
      tokenAddress: checksumAddress(fee().tokenAddress),
      withdrawAddress: checksumAddress(TREASURY),
    }
    expect(feeSettingsAnswerSchema.parse(answer.content)).toEqual({ fee: checked })
    expect(await getFees()).toEqual({ fee: checked })
    expect(await getFees(other.key)).toEqual({ fee: null })
    expect((await world.call('GET', '/v1/baas/config')).content.fee).toEqual(checked)
    const largest = (2n ** 256n - 1n).toString()
    expect(
      (await setFees({ ...fee(), amountPerTransaction: largest })).content.fee.amountPerTransaction,
    ).toBe(largest)
    expect((await setFees(null)).content).toEqual({ fee: null })
    expect(await getFees()).toEqual({ fee: null })
  })

  test.each([
    ['fee', undefined],
    ['fee', 'none'],
    ['fee.tokenAddress', { tokenAddress: 'DEMO' }],
    ['fee.amountPerTransaction', { amountPerTransaction: '1.5' }],
    ['fee.amountPerTransaction', { amountPerTransaction: '0' }],
    ['fee.withdrawAddress', { withdrawAddress: `0x${'0'.repeat(40)}` }],
    ['fee.withdrawAddress', { withdrawAddress: undefined }],
    ['fee.note', { note: 'x' }],
  ])('error: refuses %s and sets nothing (%j)', async (path, change) => {
    const value = typeof change === 'object' ? { ...fee(), ...change } : change
    expect(refusedFields(await setFees(value))).toContain(path)
    expect(await getFees()).toEqual({ fee: null })
  })

  test('error: refuses a fee in an address that is no token', async () => {
    expect((await setFees({ ...fee(), tokenAddress: TREASURY })).content.code).toBe('TOKEN_UNREADABLE')
    expect(await getFees()).toEqual({ fee: null })
  })
})

describe('GET /config', () => {
  test('behavior: any valid key can read chain, factory, fee and extensions', async () => {
    const key = await world.addKey(world.demo.id, ['token:transfer'])
    const answer = await world.call('GET', '/v1/baas/config', { key })
    expect(configSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toMatchObject({
      profile: 1,
      chainId: world.ctx.chain.id,
      factory: checksumAddress(world.ctx.chain.factory),
      fee: null,
      approvalUrl: 'http://localhost:4000/approve',
    })
  })
})
