import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createIntegrationSecret } from '#bff/console/integration-store.ts'
import { readContent, enrolAdmin, readError, request, signIn } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage, openShop } from '#bff/testing/shop.ts'
import { PUBLIC_URL, SHOP } from '#bff/testing/test-bff.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

const world = await consoleWorld.fresh()
const shop = world.shopForEach()

const ADDRESS = `0x${'a1'.repeat(20)}`
const sessionSchema = z.object({ token: z.string(), expiresAt: z.string() })

describe('POST /api/widget/sessions', () => {
  test('behavior: returns a token for ten minutes, which is stored as a hash', async () => {
    const answer = await shop.openSession({ email: 'ada@example.com', externalUserLabel: 'Ada' })
    const { token } = sessionSchema.parse(await readContent(answer))
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const row = await world.db.selectFrom('bff_widget_session').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ token_hash: hashSecret(token), origin: SHOP, external_user_id: 'user-1' })
    expect(JSON.stringify(row)).not.toContain(token)
    world.pass(599)
    expect((await fromPage(world, token, '/config')).status).toBe(200)
    world.pass(1)
    expect(await readError(fromPage(world, token, '/config'))).toMatchObject({
      status: 401,
      code: 'WIDGET_TOKEN_EXPIRED',
    })
  })

  test.each<[string, Record<string, string>]>([
    ['an Origin', { origin: SHOP }],
    ['our own Origin', { origin: PUBLIC_URL }],
    ['Origin null', { origin: 'null' }],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }],
  ])('error: refuses and reports a secret that came with %s', async (_, headers) => {
    const answer = await shop.openSession({}, headers)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(await readError(answer)).toMatchObject({ status: 403, code: 'INTEGRATION_SECRET_IN_BROWSER' })
    const alarm = world.logs.find((line) => line.includes('integration_secret_in_browser')) ?? ''
    expect(alarm).toContain('integrationId')
    expect(alarm).not.toContain(shop.secret)
  })

  test.each([
    ['nothing', undefined],
    ['another secret', `Bearer ${createIntegrationSecret()}`],
    ['a mistyped secret', 'Bearer is_live_abc'],
    ['no scheme', createIntegrationSecret()],
    ['another scheme', `Basic ${createIntegrationSecret()}`],
  ])('error: %s → 401', async (_, authorization) => {
    const answer = await world.bff.fetch(
      request('/api/widget/sessions', {
        method: 'POST',
        headers: authorization === undefined ? {} : { authorization },
        raw: '{',
      }),
    )
    expect(await readError(answer)).toMatchObject({ status: 401, code: 'INTEGRATION_SECRET_INVALID' })
  })

  test.each([
    ['an API key', `Bearer pk_live_abc123_${'A'.repeat(32)}_abcdef`, 'this is an API key'],
    ['nothing', undefined, 'send it as Authorization: Bearer is_live_…'],
    ['an empty secret', 'Bearer ', 'send it as Authorization: Bearer is_live_…'],
  ])('error: names %s in place of the secret as the mistake', async (_, authorization, cause) => {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await world.bff.fetch(
      request('/api/widget/sessions', { method: 'POST', headers, body: {} }),
    )
    expect(await readError(answer)).toMatchObject({ message: `Invalid integration secret: ${cause}` })
  })

  test('error: a revoked secret gets 401, and its active tokens end', async () => {
    const token = await shop.token()
    const { browser } = await enrolAdmin(world)
    const [integration] = z
      .array(z.object({ id: z.string() }))
      .parse(await readContent(browser.send('/api/integrations')))
    await browser.send(`/api/integrations/${integration?.id}`, { method: 'DELETE' })
    expect((await shop.openSession()).status).toBe(401)
    const preflight = await fromPage(world, token, '/config')
    expect(await readError(preflight)).toMatchObject({ status: 403, code: 'ORIGIN_REFUSED' })
    expect((await fromPage(world, token, '/config', {}, PUBLIC_URL)).status).toBe(401)
  })

  test('error: a token ends when its origin is removed from the integration', async () => {
    const input = {
      label: 'Moving shop',
      origins: [SHOP, 'https://a.example'],
      operations: ['create' as const],
    }
    const secret = await world.bff.ensureIntegration(input)
    const opened = await world.bff.fetch(
      request('/api/widget/sessions', {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: { externalUserId: 'u', operations: ['create'], origin: 'https://a.example' },
      }),
    )
    const { token } = sessionSchema.parse(await readContent(opened))
    expect((await fromPage(world, token, '/config', {}, 'https://a.example')).status).toBe(200)
    await world.bff.ensureIntegration({ ...input, origins: [SHOP] })
    expect((await fromPage(world, token, '/config', {}, 'https://a.example')).status).toBe(403)
    expect((await fromPage(world, token, '/config')).status).toBe(401)
  })

  test.each([
    ['https://shop.localhost:4001'],
    ['http://shop.localhost'],
    ['http://shop.localhost:4002'],
    ['http://SHOP.localhost:4001'],
    ['http://evil.shop.localhost:4001'],
    ['http://localhost:4001'],
    ['http://shop.localhost:4001.evil.example'],
    [PUBLIC_URL],
  ])('error: refuses origin %s, which the integration does not have', async (origin) => {
    expect(await readError(shop.openSession({ origin }))).toMatchObject({
      status: 403,
      code: 'ORIGIN_REFUSED',
      errors: [{ path: 'origin' }],
    })
  })

  test('error: refuses an operation that the integration does not have', async () => {
    const small = await openShop(world, ['create'])
    expect(await readError(small.openSession({ operations: ['create', 'execute'] }))).toMatchObject({
      status: 403,
      code: 'OPERATION_REFUSED',
      errors: [{ path: 'operations.1' }],
    })
  })

  test('error: an unknown wallet and one of another user or organization get the same error', async () => {
    world.upstream.wallets.push(buildWallet(ADDRESS, 'user-2'))
    const theirs = await readError(shop.openSession({ walletAddress: ADDRESS }))
    const none = await readError(shop.openSession({ walletAddress: `0x${'b2'.repeat(20)}` }))
    expect(theirs).toMatchObject({ status: 403, code: 'WALLET_NOT_OWNED' })
    expect(theirs).toEqual(none)
    expect((await shop.openSession({ walletAddress: ADDRESS, externalUserId: 'user-2' })).status).toBe(200)
  })

  test('param: names every invalid field', async () => {
    const answer = await shop.openSession({ externalUserId: '', origin: 'x', operations: [], admin: true })
    const { errors = [] } = await readError(answer)
    expect(errors.map(({ path }) => path).toSorted()).toEqual([
      'admin',
      'externalUserId',
      'operations',
      'origin',
    ])
  })

  test('error: rate limits wrong secrets', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      const headers = { authorization: `Bearer ${createIntegrationSecret()}` }
      statuses.push(
        (await world.bff.fetch(request('/api/widget/sessions', { method: 'POST', headers, body: {} })))
          .status,
      )
    }
    expect(statuses.at(29)).toBe(401)
    expect(statuses.at(30)).toBe(429)
    expect((await shop.openSession()).status).toBe(200)
  })
})

describe('POST /api/widget-session', () => {
  test('behavior: the console’s token works only at the console’s origin, and ends with the session', async () => {
    const { browser, passkey } = await enrolAdmin(world)
    const opened = await browser.post('/api/widget-session', { operations: ['create'] })
    const { token } = sessionSchema.parse(await readContent(opened))
    const read = () =>
      world.bff.fetch(
        request('/api/widget/config', {
          headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
        }),
      )
    expect((await read()).status).toBe(200)
    expect((await fromPage(world, token, '/config', {}, PUBLIC_URL)).status).toBe(200)
    expect(await readError(fromPage(world, token, '/config'))).toMatchObject({
      status: 403,
      code: 'ORIGIN_REFUSED',
    })
    await signIn(browser, passkey)
    expect(await readError(read())).toMatchObject({ status: 401, code: 'WIDGET_TOKEN_EXPIRED' })
  })

  test('behavior: signing out ends its tokens', async () => {
    const { browser } = await enrolAdmin(world)
    const { token } = sessionSchema.parse(
      await readContent(browser.post('/api/widget-session', { operations: ['create'] })),
    )
    await browser.post('/api/sign-out')
    expect((await fromPage(world, token, '/config', {}, PUBLIC_URL)).status).toBe(401)
  })

  test('error: refuses a token with neither a user nor a wallet, unless it can create', async () => {
    const { browser } = await enrolAdmin(world)
    const answer = await browser.post('/api/widget-session', { operations: ['transfer', 'execute'] })
    expect(await readError(answer)).toMatchObject({ status: 400, errors: [{ path: 'walletAddress' }] })
  })

  test('error: refuses a wallet of another organization', async () => {
    const { browser } = await enrolAdmin(world)
    const answer = await browser.post('/api/widget-session', {
      operations: ['execute'],
      walletAddress: ADDRESS,
    })
    expect(await readError(answer)).toMatchObject({ status: 403, code: 'WALLET_NOT_OWNED' })
  })
})
