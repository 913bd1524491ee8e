import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletListSchema } from '#shared/baas/wallets.ts'
import { ServiceError } from '#service/http/service-error.ts'
import { startHarness, type Harness, type TestOrganization } from '#service/testing/harness.ts'
import { requireOwnWallet } from './require-own-wallet.ts'

let harness: Harness
let other: TestOrganization

beforeAll(async () => {
  harness = await startHarness()
  other = await harness.addOrganization('Other', 'other.example')
  for (let index = 0; index < 120; index += 1) await insertWallet(harness.demo.id, index)
  await insertWallet(other.id, 1_000)
})
afterAll(() => harness.stop())

const START = Date.parse('2026-11-21T00:00:00.000Z')
const address = (index: number) => `0x${index.toString(16).padStart(40, 'ab')}`

/** Pairs of wallets share their millisecond, so that the order within it matters. */
async function insertWallet(
  organizationId: string,
  index: number,
  status: 'deployed' | 'failed' = 'deployed',
) {
  await harness.ctx.db
    .insertInto('wallets')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      address: address(index),
      qx: '0'.repeat(64),
      qy: '0'.repeat(64),
      rp_id_hash: `0x${'0'.repeat(64)}`,
      label: `Label ${index} 100%_sure`,
      external_user_id: `user-${index % 10}`,
      external_user_label: `Name ${index}`,
      email: `mail${index}@example.com`,
      backup_address: null,
      with_fee: false,
      status,
      relayed_id: randomUUID(),
      transaction_hash: `0x${'0'.repeat(64)}`,
      verification_id: randomUUID(),
      creation_hmac: '',
      answered_at: null,
      created_at: new Date(START + Math.floor(index / 2)),
      deployed_at: null,
    })
    .execute()
}

const list = (query = '', organization = harness.demo) =>
  harness.call('GET', `/v1/baas/wallets${query}`, { key: organization.key })

async function allPages(query: string): Promise<string[]> {
  const addresses: string[] = []
  let next: string | undefined = query
  while (next !== undefined) {
    const answer = await list(next)
    expect(answer.status).toBe(200)
    addresses.push(...answer.content.map((wallet: { address: string }) => wallet.address.toLowerCase()))
    const link = answer.headers.get('link')
    next = link === null ? undefined : new URL(/^<(.+)>; rel="next"$/.exec(link)![1]!).search
  }
  return addresses
}

describe('GET /wallets', () => {
  test('behavior: a plain array of the organization’s own wallets, newest first, 50 to a page', async () => {
    const answer = await list()
    expect(walletListSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toHaveLength(50)
    expect(answer.content[0].createdAtDatetime).toBe('2026-11-21T00:00:00.059Z')
    expect(answer.headers.get('link')).toMatch(
      /^<http:\/\/localhost:4000\/v1\/baas\/wallets\?limit=50&cursor=.+>; rel="next"$/,
    )
    expect((await list('', other)).content).toHaveLength(1)
  })

  test.each([1, 7, 60, 200])('behavior: pages of %i together hold every wallet once', async (limit) => {
    const addresses = await allPages(`?limit=${limit}`)
    expect(addresses).toHaveLength(120)
    expect(new Set(addresses).size).toBe(120)
  })

  test('behavior: the last page has no link, and a new wallet does not move the pages', async () => {
    const first = await list('?limit=60')
    await insertWallet(harness.demo.id, 500)
    const second = await list(new URL(/^<(.+)>/.exec(first.headers.get('link') ?? '')![1]!).search)
    expect(second.content).toHaveLength(60)
    expect(second.headers.has('link')).toBe(false)
    await harness.ctx.db.deleteFrom('wallets').where('address', '=', address(500)).execute()
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
  ])('error: %s is refused', async (query) => expect((await list(query)).status).toBe(400))

  test('behavior: a cursor of another organization shows nothing of it', async () => {
    const mine = await list('?limit=1')
    const search = new URL(/^<(.+)>/.exec(mine.headers.get('link') ?? '')![1]!).search
    const theirs = await list(search, other)
    expect(theirs.text).not.toContain('Label 11')
  })
})

describe('requireOwnWallet', () => {
  const codeFor = async (organizationId: string, wanted: string) => {
    try {
      await requireOwnWallet(harness.ctx, organizationId, wanted)
      return 'own'
    } catch (error) {
      return error instanceof ServiceError ? error.code : 'other'
    }
  }

  test('behavior: finds the own wallet in any case of its digits', async () => {
    expect(await codeFor(harness.demo.id, address(5))).toBe('own')
    expect(await codeFor(harness.demo.id, address(5).toUpperCase().replace('0X', '0x'))).toBe('own')
  })

  test('error: not yours, not there and failed are alike', async () => {
    await insertWallet(harness.demo.id, 600, 'failed')
    expect(await codeFor(harness.demo.id, address(1_000))).toBe('WALLET_NOT_OWNED')
    expect(await codeFor(harness.demo.id, address(2_000))).toBe('WALLET_NOT_OWNED')
    expect(await codeFor(harness.demo.id, address(600))).toBe('WALLET_NOT_OWNED')
  })
})
