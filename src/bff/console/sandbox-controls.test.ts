import { describe, expect, test } from 'vitest'
import { contentOf, enrolAdmin, SHOP } from '#bff/testing/harness.ts'
import { adminForEach, harnessForEach } from '#bff/testing/set-up.ts'

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

const harness = harnessForEach()
const inside = harnessForEach({ sandbox: SANDBOX })
const admin = adminForEach(inside)

describe('sandbox controls', () => {
  test('behavior: outside a sandbox they are not there', async () => {
    const outside = await enrolAdmin(harness)
    expect((await outside.browser.send('/api/sandbox/state')).status).toBe(404)
    expect((await outside.browser.post('/api/sandbox/clock', { seconds: 60 })).status).toBe(404)
    expect(harness.upstream.seen).toEqual([])
  })

  test('behavior: a moved clock signs nobody out, and is entered in the audit log', async () => {
    const nowDatetime = '2026-11-23T10:00:00.000Z'
    const clock = { aheadSeconds: 2 * DAY_SECONDS, nowDatetime }
    inside.upstream.on('POST /sandbox/clock', () => ({ content: clock }))
    const answer = await admin.browser.post('/api/sandbox/clock', { seconds: 2 * DAY_SECONDS })
    expect(await contentOf(answer)).toEqual(clock)
    inside.pass(2 * DAY_SECONDS)
    expect((await admin.browser.send('/api/integrations')).status).toBe(200)
    const entry = await inside.db
      .selectFrom('bff_audit_entry')
      .select('action')
      .where('action', '=', 'sandbox.clock-moved')
      .executeTakeFirst()
    expect(entry).toBeDefined()
  })

  test('error: a step that is none is refused before it reaches the service', async () => {
    expect((await admin.browser.post('/api/sandbox/clock', { seconds: -1 })).status).toBe(400)
    expect(inside.upstream.seen).toEqual([])
  })
})
