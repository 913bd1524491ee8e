import { expect, test } from 'vitest'
import { REQUESTER_HEADER } from '#protocol/organization-transactions.ts'
import { contentOf } from '#bff/testing/harness.ts'
import { harnessForEach, shopForEach } from '#bff/testing/set-up.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { walletOf } from '#bff/testing/upstream-stand-in.ts'
import { MINE, SIMULATE, UUID } from '#bff/testing/widget-bodies.ts'

const LINE = 'POST /v1/baas/transactions/simulate'
const harness = await harnessForEach()
const shop = shopForEach(harness)
async function simulate() {
  harness.upstream.wallets.push(walletOf(MINE, 'user-1'))
  const token = await shop.token()
  return contentOf(fromPage(harness, token, '/transactions/simulate', { method: 'POST', body: SIMULATE }))
}

test('behavior: an older service’s answer → the outcome that it means', async () => {
  const simulation = { changes: [], approvals: [] }
  for (const [content, outcome] of [
    [{ simulation }, { outcome: 'succeeds', ...simulation }],
    [{}, { outcome: 'unavailable' }],
  ]) {
    harness.upstream.on(LINE, () => ({ content }))
    expect(await simulate()).toEqual({
      simulation: outcome,
    })
  }
})

test('behavior: a page learns which policy wants an approval, and never which administrator is asked', async () => {
  const policies = {
    outcome: 'needs-approval',
    by: 'administrator',
    policyId: UUID,
    policyName: 'Large sums',
  }
  const simulation = { outcome: 'fails', reason: 'paused' }
  harness.upstream.on(LINE, () => ({
    content: { simulation, policies: { ...policies, administratorId: 'anna' } },
  }))
  const answer = await simulate()
  expect(answer).toEqual({ simulation, policies })
  // The service looks for another person than the one who asks.
  expect(harness.upstream.seen.at(-1)?.headers.has(REQUESTER_HEADER)).toBe(true)
})
