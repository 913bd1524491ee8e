import { afterEach, expect, test, vi } from 'vitest'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { UsagePage } from './usage-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  [
    { walletGasPerDay: '100000000', userGasPerDay: '200000000', gasPerCallMax: '3000000' },
    'Limit for each wallet: 100,000,000 gas a day. Limit for each end-user: 200,000,000 gas a day. Limit for one call: 3,000,000 gas.',
  ],
  [
    { walletGasPerDay: null, userGasPerDay: null, gasPerCallMax: '3000000' },
    'Limit for one call: 3,000,000 gas.',
  ],
  [undefined, ''],
])('behavior: lists the gas limits %j next to the gas', async (gasLimits, written) => {
  const usage = { days: [], gasBudgetWeiPerDay: null, gasLimits }
  answerRequests({
    'GET /api/org/usage?days=30': usage,
    'GET /api/baas/config': CONFIG,
    'GET /api/baas/wallets/allowed-tokens': [],
  })
  const page = renderLive(<UsagePage />)
  await expect.poll(() => page.textContent).toContain('There is no budget.')
  expect(page.textContent?.match(/Limit for.*? gas\.(?! )/)?.[0] ?? '').toBe(written)
})
