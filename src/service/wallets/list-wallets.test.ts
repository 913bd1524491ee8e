import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { walletListSchema } from '#protocol/wallets.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { encodeCursor } from '#server-kit/http/page-cursor.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { walletRow } from '#service/testing/stored-rows.ts'
import { nextQuery, type TestOrganization } from '#service/testing/test-service.ts'
import { requireOwnWallet } from './require-own-wallet.ts'

const world = await forFile(serviceWorld.api())
const other = await world.addOrganization('Other', 'other.example')
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const START = Date.parse('2026-11-21T00:00:00.000Z')
const address = (index: number) => `0x${index.toString(16).padStart(40, 'ab')}`

for (let index = 0; index < 120; index += 1) await insertWallet(world.demo.id, index)
await insertWallet(other.id, 1_000)

/** Inserts a wallet. Two neighboring indexes share a creation time, so that the order within a millisecond matters. */
async function insertWallet(
  organizationId: string,
  index: number,
  status: 'deployed' | 'failed' | 'submitted' = 'deployed',
  other: { label?: string; external_user_id?: string; created_at?: Date } = {},
) {
  const row = walletRow({
    organization_id: organizationId,
    address: address(index),
    label: `Label ${index} 100%_sure`,
    external_user_id: `user-${index % 10}`,
    external_user_label: `Name ${index}`,
    email: `mail${index}@example.com`,
    status,
    answered_at: null,
    created_at: new Date(START + Math.floor(index / 2)),
    deployed_at: null,
    ...other,
  })
  await world.ctx.db.insertInto('wallets').values(row).execute()
}

const list = (query = '', organization = world.demo) =>
  world.call('GET', `/v1/baas/wallets${query}`, { key: organization.key })

type Listed = { label: string; address: string; externalUserId: string }
/** Returns all wallets from the page with this query to the last page. */
async function walk(query: string, organization = world.demo): Promise<Listed[]> {
  const found: Listed[] = []
  for (let next: string | undefined = query; next !== undefined;) {
    const answer = await list(next, organization)
    expect(answer.status).toBe(200)
    found.push(...answer.content)
    next = nextQuery(answer)
  }
  return found
}
const allPages = async (query: string, organization = world.demo) =>
  (await walk(query, organization)).map((wallet) => wallet.address.toLowerCase())

describe('GET /wallets', () => {
  test('behavior: returns a plain array of the organization’s own wallets, newest first, 50 per page', async () => {
    const answer = await list()
    expect(walletListSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toHaveLength(50)
    expect(answer.content[0].createdAtDatetime).toBe('2026-11-21T00:00:00.059Z')
    expect(answer.headers.get('link')).toMatch(
      /^<http:\/\/localhost:4000\/v1\/baas\/wallets\?limit=50&cursor=.+>; rel="next"$/,
    )
    expect((await list('', other)).content).toHaveLength(1)
  })

  test.each([1, 7, 60, 200])('behavior: pages of %i together have every wallet once', async (limit) => {
    const addresses = await allPages(`?limit=${limit}`)
    expect(addresses).toHaveLength(120)
    expect(new Set(addresses).size).toBe(120)
  })

  test('behavior: the last page has no link, and a new wallet does not shift the pages', async () => {
    const first = await list('?limit=60')
    await insertWallet(world.demo.id, 500)
    const second = await list(nextQuery(first))
    expect(second.content).toHaveLength(60)
    expect(second.headers.has('link')).toBe(false)
    await world.ctx.db.deleteFrom('wallets').where('address', '=', address(500)).execute()
  })

  test('param: externalUserId matches exactly, and stays in the link', async () => {
    const answer = await list('?externalUserId=user-3&limit=5')
    expect(
      answer.content.every((wallet: { externalUserId: string }) => wallet.externalUserId === 'user-3'),
    ).toBe(true)
    expect(answer.headers.get('link')).toContain('externalUserId=user-3')
    expect(await allPages('?externalUserId=user-3&limit=5')).toHaveLength(12)
    expect((await list('?externalUserId=user')).content).toEqual([])
  })

  test.each([
    ['label 119', 1],
    ['NAME 7', 11],
    ['user-4', 12],
    ['mail118@', 1],
    ['100%_sure', 120],
    ['100__sure', 0],
    ['%', 120],
    ['\\', 0],
    ["' or 1=1 --", 0],
  ])('param: q = %j finds %i', async (q, count) => {
    expect(await allPages(`?limit=200&q=${encodeURIComponent(q)}`)).toHaveLength(count)
  })

  test('param: q finds the beginning of an address in any case', async () => {
    const q = address(77).toUpperCase().replace('0X', '0x')
    expect(await allPages(`?q=${q}`)).toEqual([address(77)])
  })

  test.each([
    '?cursor=x',
    '?cursor=',
    '?limit=-1',
    '?limit=x',
    '?limit=99999',
    '?q=%00',
    `?q=${'x'.repeat(256)}`,
    '?page=2',
  ])('error: %s is rejected', async (query) => expect((await list(query)).status).toBe(400))

  describe('orders and filters', () => {
    const WORDS = ['Zebra', 'ähre', 'apple', 'Banana', '', 'banana', '😀 smile', '', 'Apple']
    let shop: TestOrganization
    beforeAll(async () => {
      shop = await world.addOrganization('Shop', 'shop-of-words.example')
      for (const [index, label] of WORDS.entries()) {
        await insertWallet(shop.id, 2_000 + index, index === 3 ? 'submitted' : 'deployed', {
          label,
          external_user_id: index % 3 === 0 ? '' : `customer-${index}`,
          created_at: new Date(START + index * 60_000),
        })
      }
    })

    test.each([1, 2, 4, 200])(
      'param: sort=label in pages of %i, ignoring case, unnamed last',
      async (limit) => {
        const found = await walk(`?sort=label&limit=${limit}`, shop)
        expect(found.map(({ label }) => label.toLowerCase()).join()).toBe(
          'apple,apple,banana,banana,zebra,ähre,😀 smile,,',
        )
        expect(new Set(found.map((wallet) => wallet.address)).size).toBe(9)
      },
    )

    test.each([1, 4])('param: sort=oldest in pages of %i is newest reversed', async (limit) => {
      const newest = await allPages(`?limit=${limit}`, shop)
      expect(await allPages(`?sort=oldest&limit=${limit}`, shop)).toEqual(newest.toReversed())
    })

    test.each([
      ['owner=organization', 3],
      ['owner=end-user', 6],
      ['state=submitted', 1],
      ['state=deployed', 8],
      ['sinceDatetime=2026-11-21T00:02:00Z', 7],
      ['untilDatetime=2026-11-21T00:02:00Z', 2],
      ['sinceDatetime=2026-11-21T00:01:00Z&untilDatetime=2026-11-21T00:03:00Z&owner=end-user', 2],
      ['q=apple&sort=label', 2],
      ['q=apple&owner=organization', 0],
    ])('param: %s finds %i, on every page', async (query, count) => {
      for (const limit of [1, 200]) expect(await walk(`?${query}&limit=${limit}`, shop)).toHaveLength(count)
    })

    test('error: rejects a cursor of another order and invalid values', async () => {
      const cursor = new URLSearchParams(nextQuery(await list('?limit=1', shop))).get('cursor')
      for (const query of [
        `sort=label&cursor=${cursor}`,
        'sort=size',
        'owner=nobody',
        'state=failed',
        'sinceDatetime=yesterday',
        'untilDatetime=2026-13-41T00:00:00Z',
        'sinceDatetime=0000-01-01T00:00:00Z',
        `cursor=${encodeCursor(['0000-01-01T00:00:00.000Z', UNKNOWN])}`,
        `sort=label&cursor=${encodeCursor([false, '\0', UNKNOWN])}`,
      ]) {
        expect((await list(`?${query}`, shop)).status, query).toBe(400)
      }
    })
  })

  test('behavior: a cursor of another organization reveals nothing of it', async () => {
    expect((await list(nextQuery(await list('?limit=1')), other)).text).not.toContain('Label 11')
  })
})

describe('requireOwnWallet', () => {
  const codeFor = async (organizationId: string, wanted: string) => {
    try {
      await requireOwnWallet(world.ctx, organizationId, wanted)
      return 'own'
    } catch (error) {
      return error instanceof ApiError ? error.code : 'other'
    }
  }

  test('behavior: finds the own wallet in any case of its digits', async () => {
    expect(await codeFor(world.demo.id, address(5))).toBe('own')
    expect(await codeFor(world.demo.id, address(5).toUpperCase().replace('0X', '0x'))).toBe('own')
  })

  test('error: another organization’s, an unknown and a failed wallet get the same response', async () => {
    await insertWallet(world.demo.id, 600, 'failed')
    expect(await codeFor(world.demo.id, address(1_000))).toBe('WALLET_NOT_OWNED')
    expect(await codeFor(world.demo.id, address(2_000))).toBe('WALLET_NOT_OWNED')
    expect(await codeFor(world.demo.id, address(600))).toBe('WALLET_NOT_OWNED')
  })
})
