import { beforeEach, expect, test } from 'vitest'
import { readContent } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember } from '#bff/testing/people.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { searchResultSchema } from '#protocol/console/search.ts'
import type { OrganizationTransaction } from '#protocol/organization-transactions.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const AT = '2026-11-21T10:00:00.000Z'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

function transaction(index: number): OrganizationTransaction {
  return {
    transactionUuid: `5f0c3f4e-4c56-4d8e-9f6f-00000000000${index}`,
    walletAddress: ADDRESS,
    status: 'CONFIRMED',
    digest: `0x${'1'.repeat(64)}`,
    toAddress: ADDRESS,
    value: '0',
    data: '0x',
    expiration: '9999999999',
    fee: '0',
    feeCoinAddress: ADDRESS,
    feeWithdrawAddress: ADDRESS,
    createdAtDatetime: AT.replace('10:', `1${index}:`),
    updatedAtDatetime: AT,
    walletLabel: 'Treasury',
    externalUserId: '',
    externalUserLabel: '',
  }
}

/** Returns the query of each request for the list of transactions, in any order. */
const asked = () =>
  world.upstream.seen.filter(({ path }) => path === '/v1/org/transactions').map(({ query }) => query)

beforeEach(() => {
  world.upstream.on('GET /v1/org/transactions', () => ({ content: [] }))
  for (const list of ['keys', 'webhooks', 'policies'])
    world.upstream.on(`GET /v1/org/${list}`, () => ({ content: [] }))
})

const search = async (query: string, browser = admin.browser) =>
  searchResultSchema.parse(await readContent(browser.send(`/api/search?${query}`)))

test('behavior: finds wallets, keys, members and names with one request', async () => {
  const key = { start: 'pk_live_a', scopes: ['wallet:read'], createdAtDatetime: AT, lastUsedAtDatetime: null }
  const ends = { expiresAtDatetime: null, revokedAtDatetime: null }
  world.upstream.on('GET /v1/org/keys', () => ({
    content: [
      { id: '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb', label: 'Exchange backend', ...key, ...ends },
      { id: '2f3f1f7e-7a52-4c6c-9a53-cccccccccccc', label: 'Shop', ...key, ...ends },
    ],
  }))
  world.upstream.wallets.push({ ...buildWallet(ADDRESS), label: 'Exchange wallet' })
  await addMember(world, admin, { role: 'read-only', name: 'Excha Nge' })
  await admin.browser.send(`/api/addresses/${ADDRESS}`, {
    method: 'PUT',
    body: { label: 'Exchange', note: '' },
  })
  expect(await search('q=excha')).toMatchObject({
    wallets: [{ label: 'Exchange wallet' }],
    apiKeys: [{ name: 'Exchange backend' }],
    members: [{ name: 'Excha Nge', role: 'read-only' }],
    addresses: [{ label: 'Exchange' }],
    failed: [],
  })
})

test('behavior: finds transactions by wallet, amount and the address that a name stands for, each once', async () => {
  await admin.browser.send(`/api/addresses/${ADDRESS}`, {
    method: 'PUT',
    body: { label: 'Bank 12', note: '' },
  })
  world.upstream.on('GET /v1/org/transactions', ({ query }) => ({
    content: query.includes('amount=') ? [transaction(1), transaction(2)] : [transaction(2)],
  }))
  const { transactions } = await search('q=bank+12&amount=12')
  expect(transactions.map(({ createdAtDatetime }) => createdAtDatetime.slice(11, 13))).toEqual(['12', '11'])
  expect(asked().toSorted()).toEqual([
    '?amount=12&limit=5',
    expect.stringMatching(/^\?counterparty=0xab/i),
    '?user=bank+12&limit=5',
  ])
})

test('error: an older service without the new filters still finds transactions by their wallet', async () => {
  world.upstream.on('GET /v1/org/transactions', ({ query }) =>
    query.includes('user=')
      ? { content: [transaction(1)] }
      : { status: 400, content: { message: 'unknown field', code: 'VALIDATION_FAILED' } },
  )
  expect(await search('q=12&amount=12')).toMatchObject({
    transactions: [{ walletLabel: 'Treasury' }],
    failed: [],
  })
})

test('error: a search that fails is named, and the others still have their results', async () => {
  world.upstream.on('GET /v1/org/keys', () => ({ status: 500, text: 'oops' }))
  expect(await search('q=ada')).toMatchObject({ members: [{ name: 'Ada' }], failed: ['apiKeys'] })
})
