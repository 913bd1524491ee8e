import { expect, test } from 'vitest'
import { readContent } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { ALL, fromPage, openShop } from '#bff/testing/shop.ts'
import { SHOP } from '#bff/testing/test-bff.ts'
import { HASH, buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { EXECUTE, MINE, SIMULATE } from '#bff/testing/widget-bodies.ts'
import { namedRequesterSchema, REQUESTER_HEADER } from '#protocol/requester.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

/** Returns the requester that the service received with the last execution. */
function named() {
  const seen = world.upstream.seen.findLast(({ path }) => path.endsWith('/transactions/execute'))
  const header = seen?.headers.get(REQUESTER_HEADER)
  return header === null || header === undefined ? undefined : namedRequesterSchema.parse(JSON.parse(header))
}

test('behavior: only the widget’s execution names its integration, its page and the person’s address', async () => {
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
  const shop = await openShop(world, ALL)
  const token = await shop.token()
  const answer = await fromPage(world, token, '/transactions/execute', { method: 'POST', body: EXECUTE })
  expect(await readContent(answer)).toEqual({ success: true, transactionHash: HASH })
  expect(named()).toMatchObject({ kind: 'integration', name: expect.stringMatching(/^Shop /), origin: SHOP })
  const others = world.upstream.seen.filter(({ path }) => !path.endsWith('/execute'))
  expect(others.length).toBeGreaterThan(0)
  for (const { headers } of others) expect(headers.has(REQUESTER_HEADER)).toBe(false)
})

test('behavior: an administrator’s execution names them, with any letters in their name', async () => {
  await world.db.updateTable('bff_admin').set({ name: 'Ada Łovelace 愛' }).execute()
  await admin.browser.post('/api/baas/transactions/execute', EXECUTE)
  expect(named()).toMatchObject({ kind: 'administrator', name: 'Ada Łovelace 愛' })
})

test('behavior: names the administrator who requests a review or a message, so that another one approves', async () => {
  const { signature, ...call } = EXECUTE
  const message = { kind: 'text', text: 'I agree' }
  for (const [path, body] of [
    ['/transactions/simulate', SIMULATE],
    ['/messages', { walletAddress: call.walletAddress, message, origin: SHOP, signature }],
  ] as const) {
    await admin.browser.post(`/api/baas${path}`, body)
    const seen = world.upstream.seen.findLast((one) => one.path.endsWith(path))
    expect(seen?.headers.has(REQUESTER_HEADER), path).toBe(true)
  }
})

test('behavior: a read of a transaction or message names the reader, who may not be its requester', async () => {
  const id = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'
  for (const path of [`/transactions/${id}`, '/transactions', `/messages/${id}`]) {
    await admin.browser.send(`/api/baas${path}`)
    const seen = world.upstream.seen.findLast((one) => one.path.endsWith(path))
    const header = JSON.parse(seen?.headers.get(REQUESTER_HEADER) ?? '{}')
    expect(header, path).toMatchObject({ kind: 'administrator', id: expect.any(String) })
  }
})

test('behavior: declares the member’s known addresses only to the deployment’s own service', async () => {
  await world.db.updateTable('bff_member').set({ alert_email: 'ada@example.com' }).execute()
  await admin.browser.post('/api/baas/transactions/execute', EXECUTE)
  const seen = world.upstream.seen.findLast(({ path }) => path.endsWith('/execute'))
  expect(JSON.parse(seen?.headers.get(REQUESTER_HEADER) ?? '{}').emails).toEqual(['ada@example.com'])
})

test('behavior: sends a person’s address to the deployment’s own service but not to a hosted one', async () => {
  const execute = (bff: typeof world.bff) =>
    bff.fetch(
      new Request('http://localhost:4000/api/baas/transactions/execute', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          origin: 'http://localhost:4000',
          cookie: [...admin.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify(EXECUTE),
      }),
      { address: '203.0.113.9' },
    )
  expect((await execute(world.bff)).status).toBe(200)
  expect(named()?.ipAddress).toBe('203.0.113.9')
  expect((await execute(world.another({ hostedUpstream: true }))).status).toBe(200)
  expect(named()).toMatchObject({ kind: 'administrator' })
  expect(named()).not.toHaveProperty('ipAddress')
})
