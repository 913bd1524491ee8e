import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { SHOP } from '#bff/testing/test-bff.ts'

const TOKENS = {
  erc20: `0x${'1'.repeat(40)}`,
  erc721: `0x${'2'.repeat(40)}`,
  erc1155: `0x${'3'.repeat(40)}`,
}
const SANDBOX = {
  inboxUrl: 'http://localhost:4000/sandbox/inbox',
  demoUrl: SHOP,
  chainId: 84_001,
  tokens: TOKENS,
}
const DAY_SECONDS = 86_400

const world = await consoleWorld.fresh()
const inside = await consoleWorld.fresh({ sandbox: SANDBOX })
const admin = inside.adminForEach()
const outside = world.adminForEach()

describe('sandbox controls', () => {
  test('behavior: do not exist outside a sandbox', async () => {
    expect((await outside.browser.send('/api/sandbox/state')).status).toBe(404)
    expect((await outside.browser.post('/api/sandbox/clock', { seconds: 60 })).status).toBe(404)
    expect(world.upstream.seen).toEqual([])
  })

  test('behavior: moving the clock signs nobody out and is recorded in the audit log', async () => {
    const nowDatetime = '2026-11-23T10:00:00.000Z'
    const clock = { aheadSeconds: 2 * DAY_SECONDS, nowDatetime }
    inside.upstream.on('POST /sandbox/clock', () => ({ content: clock }))
    const answer = await admin.browser.post('/api/sandbox/clock', { seconds: 2 * DAY_SECONDS })
    expect(await readContent(answer)).toEqual(clock)
    inside.pass(2 * DAY_SECONDS)
    expect((await admin.browser.send('/api/integrations')).status).toBe(200)
    expect(await inside.audited('sandbox.clock-moved')).not.toEqual([])
  })

  test('error: an invalid step is refused before it reaches the service', async () => {
    expect((await admin.browser.post('/api/sandbox/clock', { seconds: -1 })).status).toBe(400)
    expect(inside.upstream.seen).toEqual([])
  })
})

describe('sandbox', () => {
  const FAUCET = { token: TOKENS.erc20, to: TOKENS.erc721, amount: '1' }

  function asSandbox(path: string, body?: unknown) {
    const cookie = `latchkey=${outside.browser.cookies.get('latchkey')}`
    const headers = { cookie, origin: 'http://localhost:4000', 'content-type': 'application/json' }
    const init =
      body === undefined ? { headers: { cookie } } : { method: 'POST', headers, body: JSON.stringify(body) }
    return world.another({ sandbox: SANDBOX }).fetch(new Request(`http://localhost:4000${path}`, init))
  }

  test('behavior: outside a sandbox there are no addresses and no faucet', async () => {
    expect(await readContent(outside.browser.send('/api/sandbox'))).toBeNull()
    expect((await outside.browser.post('/api/sandbox/faucet', FAUCET)).status).toBe(404)
    expect(world.upstream.seen).toEqual([])
  })

  test('behavior: a sandbox returns its addresses, and its faucet receives no key', async () => {
    expect(await readContent(asSandbox('/api/sandbox'))).toEqual(SANDBOX)
    const result = { success: true, transactionHash: '0x1' }
    world.upstream.on('POST /sandbox/faucet', () => ({ content: result }))
    expect(await readContent(asSandbox('/api/sandbox/faucet', FAUCET))).toEqual(result)
    const [seen] = world.upstream.seen
    expect(seen?.body).toEqual(FAUCET)
    expect(seen?.headers.has('x-api-key')).toBe(false)
  })

  test('error: forwards the faucet’s refusal, and turns its failure into a 502', async () => {
    const refusal = { status: 400, content: { message: 'unknown token', code: 'VALIDATION_FAILED' } }
    world.upstream.on('POST /sandbox/faucet', () => refusal)
    expect(await readError(asSandbox('/api/sandbox/faucet', FAUCET))).toMatchObject({
      status: 400,
      message: 'unknown token',
    })
    world.upstream.on('POST /sandbox/faucet', () => ({ text: 'x' }))
    expect((await asSandbox('/api/sandbox/faucet', FAUCET)).status).toBe(502)
    expect(
      z.string().parse((await readError(asSandbox('/api/sandbox/faucet', { ...FAUCET, to: '1' }))).code),
    ).toBe('VALIDATION_FAILED')
  })
})
