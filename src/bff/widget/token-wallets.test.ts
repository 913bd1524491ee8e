import { beforeEach, describe, expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import {
  BATCH_TRANSFER,
  EXECUTE,
  ITEM_GRANT,
  ITEM_TRANSFER,
  MINE,
  SIMULATE,
  THEIRS,
  TRANSACTION,
  TRANSFER,
  UUID,
} from '#bff/testing/widget-bodies.ts'
import { widgetWalletListSchema } from '#protocol/widget-api.ts'

const world = await consoleWorld.fresh()
const shop = world.shopForEach()

function post(token: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fromPage(world, token, path, { method: 'POST', body, headers })
}

describe('wallets of a token', () => {
  beforeEach(() => {
    world.upstream.wallets.push(buildWallet(MINE, 'user-1'), buildWallet(THEIRS, 'user-2'))
  })

  test('behavior: lists the wallets of its user', async () => {
    const list = await readContent(fromPage(world, await shop.token(), '/wallets'))
    expect(list).toEqual([{ ...buildWallet(MINE, 'user-1'), passkey: null, passkeys: [] }])
  })

  test('behavior: lists only its wallet, if the token names one', async () => {
    world.upstream.wallets.push(buildWallet(`0x${'c3'.repeat(20)}`, 'user-1'))
    const token = await shop.token({ walletAddress: MINE.toLowerCase() })
    const list = widgetWalletListSchema.parse(await readContent(fromPage(world, token, '/wallets')))
    expect(list.map(({ address }) => address)).toEqual([MINE])
  })

  test('behavior: lists no other user’s wallet if the service ignores the filter', async () => {
    world.upstream.on('GET /v1/baas/wallets', () => ({ content: world.upstream.wallets }))
    const list = widgetWalletListSchema.parse(
      await readContent(fromPage(world, await shop.token(), '/wallets')),
    )
    expect(list.map(({ externalUserId }) => externalUserId)).toEqual(['user-1'])
  })

  test('behavior: reads further pages', async () => {
    world.upstream.on('GET /v1/baas/wallets', ({ query }) =>
      query.includes('cursor=2')
        ? { content: [buildWallet(MINE, 'user-1')] }
        : { content: [], headers: { link: '</v1/baas/wallets?externalUserId=user-1&cursor=2>; rel="next"' } },
    )
    const list = widgetWalletListSchema.parse(
      await readContent(fromPage(world, await shop.token(), '/wallets')),
    )
    expect(list).toHaveLength(1)
  })

  test('behavior: reads a hosted service that refuses the filter without it', async () => {
    const hosted = world.another({ hostedUpstream: true })
    world.upstream.on('GET /v1/baas/wallets', ({ query }) =>
      query === ''
        ? { content: world.upstream.wallets }
        : { status: 400, content: { message: 'unknown query' } },
    )
    const answer = await fromPage({ bff: hosted }, await shop.token(), '/wallets')
    expect(widgetWalletListSchema.parse(await readContent(answer))).toHaveLength(1)
  })

  test('error: another user’s wallet and an unknown one get the same error everywhere', async () => {
    const token = await shop.token()
    const nobody = `0x${'d4'.repeat(20)}`
    const ways = [
      (address: string) => post(token, '/tokens/erc20/transfer', { ...TRANSFER, walletAddress: address }),
      (address: string) => post(token, '/tokens/erc721/approve', { ...ITEM_GRANT, walletAddress: address }),
      (address: string) => post(token, '/transactions/simulate', { ...SIMULATE, walletAddress: address }),
      (address: string) => post(token, '/transactions/execute', { ...EXECUTE, walletAddress: address }),
      (address: string) => fromPage(world, token, `/wallets/${address}/balances`),
    ]
    for (const way of ways) {
      const theirs = await readError(way(THEIRS))
      expect(theirs).toMatchObject({ status: 403, code: 'WALLET_NOT_OWNED' })
      expect(await readError(way(nobody))).toEqual(theirs)
    }
    expect(world.upstream.seen.every(({ path }) => path === '/v1/baas/wallets')).toBe(true)
  })

  test('error: refuses to prepare a transfer of another wallet’s tokens, although the service would', async () => {
    const token = await shop.token()
    for (const [path, body] of [
      ['/tokens/erc721/safe-transfer', ITEM_TRANSFER],
      ['/tokens/erc1155/safe-transfer', { ...ITEM_TRANSFER, amount: '2' }],
      ['/tokens/erc1155/batch-transfer', BATCH_TRANSFER],
    ] as const) {
      expect(await readError(post(token, path, { ...body, from: THEIRS }))).toMatchObject({
        status: 400,
        errors: [{ path: 'from', message: 'must be walletAddress' }],
      })
    }
    expect(world.upstream.seen.every(({ path }) => path === '/v1/baas/wallets')).toBe(true)
  })

  test('behavior: accepts the own wallet, in any letter case', async () => {
    const token = await shop.token()
    expect((await post(token, '/tokens/erc20/transfer', TRANSFER)).status).toBe(200)
    expect((await post(token, '/transactions/execute', EXECUTE)).status).toBe(200)
    expect(world.upstream.seen.at(-1)?.body).toEqual(EXECUTE)
  })

  test('behavior: simulates a call of the user’s own wallet whatever the token allows, and reports if the service cannot simulate', async () => {
    const line = 'POST /v1/baas/transactions/simulate'
    const drained = { tokenAddress: MINE, account: MINE, amount: '-5' }
    const content = { simulation: { outcome: 'succeeds', changes: [drained], approvals: [] } }
    world.upstream.on(line, () => ({ content }))
    const token = await shop.token({ operations: ['create'] })
    expect(await readContent(post(token, '/transactions/simulate', SIMULATE))).toEqual(content)
    expect(world.upstream.seen.at(-1)?.body).toEqual(SIMULATE)
    world.upstream.on(line, () => ({ status: 404, text: '' }))
    expect(await readError(post(token, '/transactions/simulate', SIMULATE))).toMatchObject({
      status: 501,
      code: 'UPSTREAM_LACKS',
    })
  })

  test('behavior: returns an own transaction, and 404 for another user’s', async () => {
    const path = `/v1/baas/transactions/${UUID}`
    world.upstream.on(`GET ${path}`, () => ({ content: TRANSACTION }))
    const mine = await fromPage(world, await shop.token(), `/transactions/${UUID}`)
    expect(await readContent(mine)).toEqual(TRANSACTION)
    const other = await shop.token({ externalUserId: 'user-2' })
    const theirs = await fromPage(world, other, `/transactions/${UUID}`)
    world.upstream.refuses(`GET ${path}`, 404, { message: 'no such', code: 'NOT_FOUND' })
    const none = await fromPage(world, other, `/transactions/${UUID}`)
    expect([theirs.status, await theirs.text()]).toEqual([none.status, await none.text()])
    expect(theirs.status).toBe(404)
  })

  test('behavior: lists the transactions of one own wallet', async () => {
    const theirs = { ...TRANSACTION, walletAddress: THEIRS }
    world.upstream.on('GET /v1/baas/transactions', () => ({ content: [TRANSACTION, theirs] }))
    const token = await shop.token()
    const answer = await fromPage(world, token, `/transactions?wallet=${MINE}&limit=20`)
    expect(await readContent(answer)).toEqual([TRANSACTION])
    expect(world.upstream.seen.at(-1)?.query).toBe(`?wallet=${MINE}&limit=20`)
    expect((await fromPage(world, token, `/transactions?wallet=${THEIRS}`)).status).toBe(403)
    expect((await readError(fromPage(world, token, '/transactions'))).errors).toEqual([
      { path: 'wallet', message: 'is required' },
    ])
  })

  test('param: checks paths and bodies first', async () => {
    const token = await shop.token()
    for (const path of [
      '/wallets/0x12/balances',
      '/transactions/x',
      '/wallets?user=user-2',
      '/tokens/allowed?x=1',
    ]) {
      expect((await fromPage(world, token, path)).status, path).toBe(400)
    }
    expect((await post(token, '/transactions/execute', { ...EXECUTE, more: 1 })).status).toBe(400)
    expect(world.upstream.seen).toEqual([])
  })
})
