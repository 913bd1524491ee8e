import { beforeEach, describe, expect, test } from 'vitest'
import type { WidgetOperation } from '#protocol/console-api.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { widgetConfigSchema, widgetWalletListSchema } from '#protocol/widget-api.ts'
import { contentOf, errorOf } from '#bff/testing/harness.ts'
import { harnessForEach, shopForEach } from '#bff/testing/set-up.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { FACTORY, walletOf } from '#bff/testing/upstream-stand-in.ts'
import {
  BATCH_TRANSFER,
  CREATE,
  EXECUTE,
  GRANT,
  ITEM_GRANT,
  ITEM_TRANSFER,
  KEY,
  MINE,
  SIMULATE,
  THEIRS,
  TOKEN_OF_MINE,
  TRANSACTION,
  TRANSFER,
  UUID,
} from '#bff/testing/widget-bodies.ts'

const harness = await harnessForEach()
const shop = shopForEach(harness)

function post(token: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fromPage(harness, token, path, { method: 'POST', body, headers })
}

describe('GET /api/widget/config', () => {
  test('behavior: tells the chain and what the token is bound to', async () => {
    const token = await shop.token({
      email: 'ada@example.com',
      externalUserLabel: 'Ada',
      operations: ['create'],
    })
    expect(widgetConfigSchema.parse(await contentOf(fromPage(harness, token, '/config')))).toMatchObject({
      chainId: 31337,
      fee: null,
      operations: ['create'],
      organizationName: 'Demo',
      externalUserId: 'user-1',
      externalUserLabel: 'Ada',
      email: 'ada@example.com',
    })
  })

  test.each([
    [['approvals'], 'https://app.example/approve', 'https://app.example/approve'],
    [['approvals'], 'javascript:alert(1)', undefined],
    [['approvals'], '', undefined],
    [[], 'https://app.example/approve', undefined],
  ])('behavior: with the features %j and the approval app %j the widget links to %j', async (...row) => {
    const [features, approvalUrl, linked] = row
    harness.upstream.answers('GET /v1/baas/config', {
      profile: 1,
      chainId: 1,
      factory: FACTORY,
      fee: null,
      approvalUrl,
      features,
    })
    const config = widgetConfigSchema.parse(await contentOf(fromPage(harness, await shop.token(), '/config')))
    expect(config.approvalUrl).toBe(linked)
  })

  test('error: a domain that is not registered is refused before a passkey of it can be made', async () => {
    const token = await shop.token({ operations: ['create'] })
    expect((await fromPage(harness, token, '/config?rpId=shop.example')).status).toBe(200)
    expect(harness.upstream.seen.find(({ path }) => path.endsWith('/predict'))?.body).toMatchObject({
      rpIdHash: rpIdHash('shop.example'),
    })
    harness.upstream.refuses('POST /v1/baas/wallets/predict', 400, {
      message: 'no',
      code: 'RP_ID_HASH_NOT_REGISTERED',
    })
    expect(await errorOf(fromPage(harness, token, '/config?rpId=shop.example'))).toMatchObject({
      status: 400,
      code: 'RP_ID_HASH_NOT_REGISTERED',
    })
    const sender = await shop.token({ operations: ['execute'] })
    expect((await fromPage(harness, sender, '/config?rpId=shop.example')).status).toBe(200)
  })

  test('error: a service without it is explained', async () => {
    harness.upstream.on('GET /v1/baas/config', () => ({ status: 404, text: '' }))
    const answer = await fromPage(harness, await shop.token(), '/config')
    expect(await errorOf(answer)).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
  })
})

describe('operations', () => {
  const NEEDS: [WidgetOperation, string, string, unknown][] = [
    ['create', 'POST', '/wallets/predict', KEY],
    ['create', 'POST', '/wallets/request-email-verification', { email: 'ada@example.com' }],
    ['create', 'GET', '/wallets/pending-verification?email=ada@example.com', undefined],
    ['create', 'POST', '/wallets', CREATE],
    ['transfer', 'POST', '/tokens/erc20/transfer', TRANSFER],
    ['transfer', 'POST', '/tokens/erc721/safe-transfer', ITEM_TRANSFER],
    ['transfer', 'POST', '/tokens/erc1155/safe-transfer', { ...ITEM_TRANSFER, amount: '2' }],
    ['transfer', 'POST', '/tokens/erc1155/batch-transfer', BATCH_TRANSFER],
    ['approve', 'POST', '/tokens/erc20/approve', { ...TOKEN_OF_MINE, spender: THEIRS, amount: '5' }],
    ['approve', 'POST', '/tokens/erc721/approve', ITEM_GRANT],
    ['approve', 'POST', '/tokens/erc721/set-approval-for-all', GRANT],
    ['approve', 'POST', '/tokens/erc1155/set-approval-for-all', GRANT],
    ['execute', 'POST', '/transactions/execute', EXECUTE],
  ]

  test.each(NEEDS)(
    'error: without %s, %s %s is refused before the body is looked at',
    async (operation, method, path, body) => {
      const others: WidgetOperation[] = ['create', 'transfer', 'approve', 'execute']
      const token = await shop.token({ operations: others.filter((other) => other !== operation) })
      for (const sent of body === undefined ? [undefined] : [body, { wrong: true }]) {
        const answer = await fromPage(harness, token, path, {
          method,
          ...(sent === undefined ? {} : { body: sent }),
        })
        expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'OPERATION_REFUSED' })
      }
      expect(harness.upstream.seen).toEqual([])
    },
  )

  test.each(NEEDS)(
    'behavior: with %s alone, %s %s reaches the service',
    async (operation, method, path, body) => {
      harness.upstream.wallets.push(walletOf(MINE, 'user-1'))
      const token = await shop.token({ operations: [operation] })
      const answer = await fromPage(harness, token, path, { method, ...(body === undefined ? {} : { body }) })
      expect(answer.status).not.toBe(403)
      const last = harness.upstream.seen.at(-1)
      expect(last?.path).toBe(`/v1/baas${path.split('?')[0]}`)
      expect(last?.headers.has('origin')).toBe(false)
      expect(last?.headers.has('authorization')).toBe(false)
    },
  )
})

describe('what a token’s page may hand in', () => {
  const APPROVE = '0x095ea7b3' + THEIRS.slice(2).padStart(64, '0') + '5'.padStart(64, '0')
  const byData = (data: string) => ({ ...EXECUTE, functionSignature: undefined, params: undefined, data })
  const status = async (operations: WidgetOperation[], body: unknown) => {
    const answer = await post(await shop.token({ operations }), '/transactions/execute', body)
    return answer.status
  }

  test('error: a token for transfers hands in no permission, whatever form it has, and the service hears nothing of it', async () => {
    harness.upstream.wallets.push(walletOf(MINE, 'user-1'))
    const token = await shop.token({ operations: ['transfer', 'execute'] })
    for (const body of [
      byData(APPROVE),
      byData('0x12345678'),
      {
        ...byData(APPROVE),
        data: undefined,
        functionSignature: 'approve(address,uint256)',
        params: [THEIRS, '5'],
      },
    ]) {
      const answer = await post(token, '/transactions/execute', body)
      expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'OPERATION_REFUSED' })
    }
    expect(harness.upstream.seen).toEqual([])
  })

  test('behavior: one for permissions hands in no transfer; one that names neither hands in anything signed', async () => {
    harness.upstream.wallets.push(walletOf(MINE, 'user-1'))
    expect(await status(['approve', 'execute'], byData(APPROVE))).not.toBe(403)
    expect(await status(['approve', 'execute'], byData('0x'))).toBe(403)
    expect(await status(['execute'], byData(APPROVE))).not.toBe(403)
    expect(await status(['transfer', 'approve', 'execute'], byData(APPROVE))).not.toBe(403)
  })
})

describe('wallets of a token', () => {
  beforeEach(() => {
    harness.upstream.wallets.push(walletOf(MINE, 'user-1'), walletOf(THEIRS, 'user-2'))
  })

  test('behavior: those of its user', async () => {
    const list = await contentOf(fromPage(harness, await shop.token(), '/wallets'))
    expect(list).toEqual([{ ...walletOf(MINE, 'user-1'), passkey: null }])
  })

  test('behavior: its wallet only, when it names one', async () => {
    harness.upstream.wallets.push(walletOf(`0x${'c3'.repeat(20)}`, 'user-1'))
    const token = await shop.token({ walletAddress: MINE.toLowerCase() })
    const list = widgetWalletListSchema.parse(await contentOf(fromPage(harness, token, '/wallets')))
    expect(list.map(({ address }) => address)).toEqual([MINE])
  })

  test('behavior: a service that ignores the filter shows nobody else’s', async () => {
    harness.upstream.on('GET /v1/baas/wallets', () => ({ content: harness.upstream.wallets }))
    const list = widgetWalletListSchema.parse(
      await contentOf(fromPage(harness, await shop.token(), '/wallets')),
    )
    expect(list.map(({ externalUserId }) => externalUserId)).toEqual(['user-1'])
  })

  test('behavior: further pages are read', async () => {
    harness.upstream.on('GET /v1/baas/wallets', ({ query }) =>
      query.includes('cursor=2')
        ? { content: [walletOf(MINE, 'user-1')] }
        : { content: [], headers: { link: '</v1/baas/wallets?externalUserId=user-1&cursor=2>; rel="next"' } },
    )
    const list = widgetWalletListSchema.parse(
      await contentOf(fromPage(harness, await shop.token(), '/wallets')),
    )
    expect(list).toHaveLength(1)
  })

  test('behavior: a hosted service that refuses the filter is read without', async () => {
    const hosted = harness.another({ hostedUpstream: true })
    harness.upstream.on('GET /v1/baas/wallets', ({ query }) =>
      query === ''
        ? { content: harness.upstream.wallets }
        : { status: 400, content: { message: 'unknown query' } },
    )
    const answer = await fromPage({ bff: hosted }, await shop.token(), '/wallets')
    expect(widgetWalletListSchema.parse(await contentOf(answer))).toHaveLength(1)
  })

  test('error: another’s wallet and nobody’s answer alike, everywhere', async () => {
    const token = await shop.token()
    const nobody = `0x${'d4'.repeat(20)}`
    const ways = [
      (address: string) => post(token, '/tokens/erc20/transfer', { ...TRANSFER, walletAddress: address }),
      (address: string) => post(token, '/tokens/erc721/approve', { ...ITEM_GRANT, walletAddress: address }),
      (address: string) => post(token, '/transactions/simulate', { ...SIMULATE, walletAddress: address }),
      (address: string) => post(token, '/transactions/execute', { ...EXECUTE, walletAddress: address }),
      (address: string) => fromPage(harness, token, `/wallets/${address}/balances`),
    ]
    for (const way of ways) {
      const theirs = await errorOf(way(THEIRS))
      expect(theirs).toMatchObject({ status: 403, code: 'WALLET_NOT_OWNED' })
      expect(await errorOf(way(nobody))).toEqual(theirs)
    }
    expect(harness.upstream.seen.every(({ path }) => path === '/v1/baas/wallets')).toBe(true)
  })

  test('error: what another wallet holds is not prepared, though the service would move it', async () => {
    const token = await shop.token()
    for (const [path, body] of [
      ['/tokens/erc721/safe-transfer', ITEM_TRANSFER],
      ['/tokens/erc1155/safe-transfer', { ...ITEM_TRANSFER, amount: '2' }],
      ['/tokens/erc1155/batch-transfer', BATCH_TRANSFER],
    ] as const) {
      expect(await errorOf(post(token, path, { ...body, from: THEIRS }))).toMatchObject({
        status: 400,
        errors: [{ path: 'from', message: 'must be walletAddress' }],
      })
    }
    expect(harness.upstream.seen.every(({ path }) => path === '/v1/baas/wallets')).toBe(true)
  })

  test('behavior: one’s own may be used, in any case of letters', async () => {
    const token = await shop.token()
    expect((await post(token, '/tokens/erc20/transfer', TRANSFER)).status).toBe(200)
    expect((await post(token, '/transactions/execute', EXECUTE)).status).toBe(200)
    expect(harness.upstream.seen.at(-1)?.body).toEqual(EXECUTE)
  })

  test('behavior: a call of one’s own is simulated whatever the token allows; a service that cannot is named', async () => {
    const line = 'POST /v1/baas/transactions/simulate'
    const drained = { tokenAddress: MINE, account: MINE, amount: '-5' }
    const content = { simulation: { outcome: 'succeeds', changes: [drained], approvals: [] } }
    harness.upstream.on(line, () => ({ content }))
    const token = await shop.token({ operations: ['create'] })
    expect(await contentOf(post(token, '/transactions/simulate', SIMULATE))).toEqual(content)
    expect(harness.upstream.seen.at(-1)?.body).toEqual(SIMULATE)
    harness.upstream.on(line, () => ({ status: 404, text: '' }))
    expect(await errorOf(post(token, '/transactions/simulate', SIMULATE))).toMatchObject({
      status: 501,
      code: 'UPSTREAM_LACKS',
    })
  })

  test('behavior: a transaction of one’s own is told, another’s is as if it were not there', async () => {
    const path = `/v1/baas/transactions/${UUID}`
    harness.upstream.on(`GET ${path}`, () => ({ content: TRANSACTION }))
    const mine = await fromPage(harness, await shop.token(), `/transactions/${UUID}`)
    expect(await contentOf(mine)).toEqual(TRANSACTION)
    const other = await shop.token({ externalUserId: 'user-2' })
    const theirs = await fromPage(harness, other, `/transactions/${UUID}`)
    harness.upstream.refuses(`GET ${path}`, 404, { message: 'no such', code: 'NOT_FOUND' })
    const none = await fromPage(harness, other, `/transactions/${UUID}`)
    expect([theirs.status, await theirs.text()]).toEqual([none.status, await none.text()])
    expect(theirs.status).toBe(404)
  })

  test('behavior: the list of transactions is that of one own wallet', async () => {
    const theirs = { ...TRANSACTION, walletAddress: THEIRS }
    harness.upstream.on('GET /v1/baas/transactions', () => ({ content: [TRANSACTION, theirs] }))
    const token = await shop.token()
    const answer = await fromPage(harness, token, `/transactions?wallet=${MINE}&limit=20`)
    expect(await contentOf(answer)).toEqual([TRANSACTION])
    expect(harness.upstream.seen.at(-1)?.query).toBe(`?wallet=${MINE}&limit=20`)
    expect((await fromPage(harness, token, `/transactions?wallet=${THEIRS}`)).status).toBe(403)
    expect((await errorOf(fromPage(harness, token, '/transactions'))).errors).toEqual([
      { path: 'wallet', message: 'is required' },
    ])
  })

  test('param: paths and bodies are checked first', async () => {
    const token = await shop.token()
    for (const path of [
      '/wallets/0x12/balances',
      '/transactions/x',
      '/wallets?user=user-2',
      '/tokens/allowed?x=1',
    ]) {
      expect((await fromPage(harness, token, path)).status, path).toBe(400)
    }
    expect((await post(token, '/transactions/execute', { ...EXECUTE, more: 1 })).status).toBe(400)
    expect(harness.upstream.seen).toEqual([])
  })
})
