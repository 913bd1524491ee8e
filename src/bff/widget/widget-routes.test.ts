import { describe, expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { FACTORY, buildWallet } from '#bff/testing/upstream-stand-in.ts'
import {
  BATCH_TRANSFER,
  CREATE,
  EXECUTE,
  GRANT,
  ITEM_GRANT,
  ITEM_TRANSFER,
  KEY,
  MINE,
  THEIRS,
  TOKEN_OF_MINE,
  TRANSFER,
} from '#bff/testing/widget-bodies.ts'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { widgetConfigSchema } from '#protocol/widget-api.ts'

const world = await consoleWorld.fresh()
const shop = world.shopForEach()

function post(token: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fromPage(world, token, path, { method: 'POST', body, headers })
}

describe('GET /api/widget/config', () => {
  test('behavior: returns the chain and the token’s binding', async () => {
    const token = await shop.token({
      email: 'ada@example.com',
      externalUserLabel: 'Ada',
      operations: ['create'],
    })
    expect(widgetConfigSchema.parse(await readContent(fromPage(world, token, '/config')))).toMatchObject({
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
    world.upstream.answers('GET /v1/baas/config', {
      profile: 1,
      chainId: 1,
      factory: FACTORY,
      fee: null,
      approvalUrl,
      features,
    })
    const config = widgetConfigSchema.parse(await readContent(fromPage(world, await shop.token(), '/config')))
    expect(config.approvalUrl).toBe(linked)
  })

  test('error: refuses an unregistered domain before a passkey is created for it', async () => {
    const token = await shop.token({ operations: ['create'] })
    expect((await fromPage(world, token, '/config?rpId=shop.example')).status).toBe(200)
    expect(world.upstream.seen.find(({ path }) => path.endsWith('/predict'))?.body).toMatchObject({
      rpIdHash: rpIdHash('shop.example'),
    })
    world.upstream.refuses('POST /v1/baas/wallets/predict', 400, {
      message: 'no',
      code: 'RP_ID_HASH_NOT_REGISTERED',
    })
    expect(await readError(fromPage(world, token, '/config?rpId=shop.example'))).toMatchObject({
      status: 400,
      code: 'RP_ID_HASH_NOT_REGISTERED',
    })
    const sender = await shop.token({ operations: ['execute'] })
    expect((await fromPage(world, sender, '/config?rpId=shop.example')).status).toBe(200)
  })

  test('error: reports a service without this endpoint', async () => {
    world.upstream.on('GET /v1/baas/config', () => ({ status: 404, text: '' }))
    const answer = await fromPage(world, await shop.token(), '/config')
    expect(await readError(answer)).toMatchObject({ status: 501, code: 'UPSTREAM_LACKS' })
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
    'error: without %s, %s %s is refused before the body is parsed',
    async (operation, method, path, body) => {
      const others: WidgetOperation[] = ['create', 'transfer', 'approve', 'execute']
      const token = await shop.token({ operations: others.filter((other) => other !== operation) })
      for (const sent of body === undefined ? [undefined] : [body, { wrong: true }]) {
        const answer = await fromPage(world, token, path, {
          method,
          ...(sent === undefined ? {} : { body: sent }),
        })
        expect(await readError(answer)).toMatchObject({ status: 403, code: 'OPERATION_REFUSED' })
      }
      expect(world.upstream.seen).toEqual([])
    },
  )

  test.each(NEEDS)(
    'behavior: with only %s, %s %s reaches the service',
    async (operation, method, path, body) => {
      world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
      const token = await shop.token({ operations: [operation] })
      const answer = await fromPage(world, token, path, { method, ...(body === undefined ? {} : { body }) })
      expect(answer.status).not.toBe(403)
      const last = world.upstream.seen.at(-1)
      expect(last?.path).toBe(`/v1/baas${path.split('?')[0]}`)
      expect(last?.headers.has('origin')).toBe(false)
      expect(last?.headers.has('authorization')).toBe(false)
    },
  )
})

describe('calls that a token’s page may submit', () => {
  const APPROVE = '0x095ea7b3' + THEIRS.slice(2).padStart(64, '0') + '5'.padStart(64, '0')
  const byData = (data: string) => ({ ...EXECUTE, functionSignature: undefined, params: undefined, data })
  const status = async (operations: WidgetOperation[], body: unknown) => {
    const answer = await post(await shop.token({ operations }), '/transactions/execute', body)
    return answer.status
  }

  test('error: a token for transfers can submit no permission in any form, and nothing reaches the service', async () => {
    world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
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
      expect(await readError(answer)).toMatchObject({ status: 403, code: 'OPERATION_REFUSED' })
    }
    expect(world.upstream.seen).toEqual([])
  })

  test('behavior: a token for permissions can submit no transfer, and a token with neither any signed call', async () => {
    world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
    expect(await status(['approve', 'execute'], byData(APPROVE))).not.toBe(403)
    expect(await status(['approve', 'execute'], byData('0x'))).toBe(403)
    expect(await status(['execute'], byData(APPROVE))).not.toBe(403)
    expect(await status(['transfer', 'approve', 'execute'], byData(APPROVE))).not.toBe(403)
  })
})
