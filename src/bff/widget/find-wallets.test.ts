import { beforeEach, expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { EXECUTE, MINE, THEIRS } from '#bff/testing/widget-bodies.ts'
import { widgetWalletListSchema } from '#protocol/widget-api.ts'

const world = await consoleWorld.fresh()
const shop = world.shopForEach()
beforeEach(() => {
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'), buildWallet(THEIRS, 'user-2'))
})

const execute = { method: 'POST', body: EXECUTE }

test('behavior: before a call of a wallet, requests only that wallet from our own service', async () => {
  const token = await shop.token()
  expect((await fromPage(world, token, '/transactions/execute', execute)).status).toBe(200)
  const [asked, ...rest] = world.upstream.seen
  expect(Object.fromEntries(new URLSearchParams(asked?.query))).toMatchObject({
    externalUserId: 'user-1',
    q: MINE,
  })
  expect(rest.map(({ path }) => path)).toEqual(['/v1/baas/transactions/execute'])
})

test('behavior: reads a hosted service that ignores the filter only up to the wallet', async () => {
  const hosted = world.another({ hostedUpstream: true })
  world.upstream.on('GET /v1/baas/wallets', ({ query }) => {
    const page = Number(new URLSearchParams(query).get('cursor') ?? 1)
    const headers = { link: `</v1/baas/wallets?cursor=${page + 1}>; rel="next"` }
    return { content: [buildWallet(page === 2 ? MINE : THEIRS, page === 2 ? 'user-1' : 'user-2')], headers }
  })
  const answer = await fromPage({ bff: hosted }, await shop.token(), '/transactions/execute', execute)
  expect(answer.status).toBe(200)
  expect(world.upstream.seen.filter(({ path }) => path === '/v1/baas/wallets')).toHaveLength(2)
})

test('error: with a token for one wallet, no other wallet is looked up', async () => {
  world.upstream.wallets.push(buildWallet(`0x${'c3'.repeat(20)}`, 'user-1'))
  const token = await shop.token({ walletAddress: MINE })
  world.upstream.seen.length = 0
  const body = { ...EXECUTE, walletAddress: `0x${'c3'.repeat(20)}` }
  const answer = await fromPage(world, token, '/transactions/execute', { method: 'POST', body })
  expect(await readError(answer)).toMatchObject({ status: 403, code: 'WALLET_NOT_OWNED' })
  expect(world.upstream.seen).toEqual([])
})

test('behavior: with `approver`, returns which of the token’s wallets are held', async () => {
  const tokens = [await shop.token(), await shop.token({ walletAddress: MINE })]
  world.upstream.on('GET /v1/baas/wallets', ({ query }) => ({
    content: new URLSearchParams(query).get('approver') === 'enrolled' ? [buildWallet(MINE, 'user-1')] : [],
  }))
  const addresses = async (token: string, path: string) =>
    widgetWalletListSchema
      .parse(await readContent(fromPage(world, token, path)))
      .map(({ address }) => address)
  for (const token of tokens) {
    expect(await addresses(token, '/wallets?approver=enrolled')).toEqual([MINE])
    expect(await addresses(token, '/wallets')).toEqual([])
  }
})
