import { describe, expect, test } from 'vitest'
import { readContent, readError, signIn } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { HASH, buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const ADDRESS = `0x${'1'.repeat(40)}`
const ISSUED = {
  id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  label: 'Shop',
  start: 'pk_live_abc',
  scopes: ['wallet:read'],
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
  secret: 'pk_live_another_secret',
}

describe('pass-through', () => {
  test('behavior: has exactly the rows of the tables', () => {
    const rows = [
      ...Object.values(BAAS_ENDPOINTS).map(({ method, path }) => `${method} /api/baas${path}`),
      ...Object.values(ORG_ENDPOINTS).map(({ method, path }) => `${method} /api/org${path}`),
    ]
    const routes = world.routes.map(({ method, path }) => `${method} ${path}`)
    const passed = routes.filter((route) => / \/api\/(baas|org)\//.test(route))
    expect(passed.toSorted()).toEqual(rows.toSorted())
  })

  test('behavior: forwards the query, rewrites Link and removes unknown content fields', async () => {
    world.upstream.on('GET /v1/baas/wallets', () => ({
      content: [{ ...buildWallet(ADDRESS), internalNote: 'not for browsers' }],
      headers: { link: '<http://internal.service:9/v1/baas/wallets?limit=1&cursor=abc%3D>; rel="next"' },
    }))
    const answer = await admin.browser.send('/api/baas/wallets?limit=1&q=shop')
    expect(world.upstream.seen[0]).toMatchObject({ path: '/v1/baas/wallets', query: '?limit=1&q=shop' })
    expect(answer.headers.get('link')).toBe(
      '<http://localhost:4000/api/baas/wallets?limit=1&cursor=abc%3D>; rel="next"',
    )
    expect(await readContent(answer)).toEqual([buildWallet(ADDRESS)])
  })

  test('behavior: a body reaches the service unchanged', async () => {
    const body = {
      walletAddress: ADDRESS,
      toAddress: ADDRESS,
      value: '0',
      data: '0x',
      signature: '0x00',
      expiration: '1800000000',
      fee: '0',
      feeCoinAddress: ADDRESS,
      feeWithdrawAddress: ADDRESS,
    }
    const answer = await admin.browser.post('/api/baas/transactions/execute', body)
    expect(await readContent(answer)).toEqual({ success: true, transactionHash: HASH })
    expect(world.upstream.seen[0]).toMatchObject({
      method: 'POST',
      path: '/v1/baas/transactions/execute',
      body,
    })
  })

  test('behavior: cancelling a transaction requires the passkey and is in the audit log, even if it was refused', async () => {
    const uuid = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
    const content = { message: 'This transaction was already approved', code: 'ALREADY_DECIDED' }
    world.upstream.refuses(`POST /v1/org/transactions/${uuid}/cancel`, 409, content)
    const path = `/api/org/transactions/${uuid}/cancel`
    expect(await readError(admin.browser.post(path))).toMatchObject({ status: 409, ...content })
    const entry = (await world.audited('transaction.cancelled')).at(-1)
    expect(entry).toMatchObject({ target: uuid, result: 'refused', actor_name: 'Ada' })
    admin.browser.passkey = undefined
    expect((await readError(admin.browser.post(path))).code).toBe('STEP_UP_REQUIRED')
  })

  test('behavior: each administrator’s Idempotency-Key maps to one key at the service, in every session', async () => {
    for (let count = 0; count < 2; count += 1) {
      await admin.browser.send('/api/baas/wallets/request-email-verification', {
        method: 'POST',
        body: { email: 'ada@example.com' },
        headers: { 'idempotency-key': 'order-1' },
      })
      // Stored responses belong to one session, so a second session sends the request to the service again.
      await signIn(admin.browser, admin.passkey)
    }
    const [first, second] = world.upstream.seen.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toBe(first)
  })

  test.each<[string, string, unknown, string[]]>([
    ['GET', '/api/baas/wallets?unknown=1', undefined, ['unknown']],
    ['GET', '/api/baas/wallets?limit=1&limit=2', undefined, ['limit']],
    ['GET', '/api/baas/config?x=1', undefined, ['x']],
    ['GET', '/api/baas/wallets/0x12/balances', undefined, ['address']],
    ['GET', '/api/baas/transactions/not-a-uuid', undefined, ['transactionUuid']],
    ['POST', '/api/baas/tokens/resolve', { address: '0x1', more: 1 }, ['address', 'more']],
    ['DELETE', '/api/org/keys/..%2f..%2fbaas', undefined, ['keyId']],
  ])('error: %s %s is refused before a request to the service', async (method, path, body, fields) => {
    const error = await readError(
      admin.browser.send(path, { method, ...(body === undefined ? {} : { body }) }),
    )
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(error.errors?.map((field) => field.path)).toEqual(fields)
    expect(world.upstream.seen).toEqual([])
  })

  test('error: rejects an overlong Idempotency-Key', async () => {
    const answer = await admin.browser.send('/api/baas/tokens/resolve', {
      method: 'POST',
      body: { address: ADDRESS },
      headers: { 'idempotency-key': 'x'.repeat(256) },
    })
    expect((await readError(answer)).errors?.[0]?.path).toBe('Idempotency-Key')
  })
})

describe('own key', () => {
  test('error: refuses to rotate the console’s own key, but rotates another', async () => {
    const listed = (id: string, start: string) => ({ ...ISSUED, id, start })
    const own = '1b0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
    world.upstream.on('GET /v1/org/keys', ({ headers }) => {
      const key = headers.get('x-api-key') ?? ''
      return { content: [listed(own, key.slice(0, 19)), listed(ISSUED.id, 'pk_live_another_1234')] }
    })
    world.upstream.on(`POST /v1/org/keys/${ISSUED.id}/rotate`, () => ({ content: ISSUED }))
    const rotate = (id: string) => admin.browser.post(`/api/org/keys/${id}/rotate`, {})
    expect(await readError(rotate(own.toUpperCase()))).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(world.upstream.seen.map(({ method }) => method)).toEqual(['GET'])
    expect((await rotate(ISSUED.id)).status).toBe(200)
  })
})
