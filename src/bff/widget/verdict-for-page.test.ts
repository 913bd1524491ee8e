import { expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { MINE, SIMULATE, THEIRS, UUID } from '#bff/testing/widget-bodies.ts'
import { REQUESTER_HEADER } from '#protocol/requester.ts'

const LINE = 'POST /v1/baas/transactions/simulate'
const world = await consoleWorld.fresh()
const shop = world.shopForEach()
const REVIEW = {
  walletAddress: MINE,
  message: { kind: 'bytes', data: '0x00ff' },
  origin: 'https://shop.localhost',
}
const post = (token: string, body: object) =>
  fromPage(world, token, '/messages/review', { method: 'POST', body })

async function simulate() {
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
  const token = await shop.token()
  return readContent(fromPage(world, token, '/transactions/simulate', { method: 'POST', body: SIMULATE }))
}

test('behavior: maps an older service’s response to an outcome', async () => {
  const simulation = { changes: [], approvals: [] }
  for (const [content, outcome] of [
    [{ simulation }, { outcome: 'succeeds', ...simulation }],
    [{}, { outcome: 'unavailable' }],
  ]) {
    world.upstream.on(LINE, () => ({ content }))
    expect(await simulate()).toEqual({
      simulation: outcome,
    })
  }
})

test('behavior: a page reads which policy requires an approval, but not which administrator approves', async () => {
  const policies = {
    outcome: 'needs-approval',
    by: 'administrator',
    policyId: UUID,
    policyName: 'Large sums',
  }
  const simulation = { outcome: 'fails', reason: 'paused' }
  world.upstream.on(LINE, () => ({
    content: {
      simulation,
      policies: { ...policies, administratorId: 'anna', approvers: [{ name: 'Anna' }] },
    },
  }))
  const answer = await simulate()
  expect(answer).toEqual({ simulation, policies })
  // The service names an approver other than the requester, so the request names the requester.
  expect(world.upstream.seen.at(-1)?.headers.has(REQUESTER_HEADER)).toBe(true)
})

test('behavior: the page learns no administrator’s id from the review of a message', async () => {
  const policies = {
    outcome: 'needs-approval',
    by: 'administrator',
    policyId: UUID,
    policyName: 'Large sums',
  }
  world.upstream.on('POST /v1/baas/messages/review', () => ({
    content: { policies: { ...policies, administratorId: 'anna', approvers: [{ name: 'Anna' }] } },
  }))
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
  const token = await shop.token({ operations: ['sign'] })
  const answer = await readContent(post(token, REVIEW))
  expect(answer).toEqual({ policies })
  expect(world.upstream.seen.at(-1)?.headers.has(REQUESTER_HEADER)).toBe(true)
})

test('error: a token that cannot sign, or another user’s wallet → no request to the service', async () => {
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
  const token = await shop.token({ operations: ['transfer'] })
  expect(await readError(post(token, REVIEW))).toMatchObject({ status: 403, code: 'OPERATION_REFUSED' })
  const signing = await shop.token({ operations: ['sign'] })
  expect(await readError(post(signing, { ...REVIEW, walletAddress: THEIRS }))).toMatchObject({
    status: 403,
    code: 'WALLET_NOT_OWNED',
  })
})
