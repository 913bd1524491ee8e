import { afterEach, expect, test, vi } from 'vitest'
import { answerRequests, renderLive, typeInto } from '#web/console/testing/render-live.tsx'
import { CommandPalette } from './command-palette.tsx'

const WALLET = {
  id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  address: '0x27b1FdB04752bbc536007A920D24ACB045561c26',
  label: 'Treasury',
  externalUserId: '',
  externalUserLabel: '',
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const searches = (asked: readonly string[]) => asked.filter((request) => request.includes('/wallets'))

function openPalette() {
  const asked = answerRequests({
    'GET /api/baas/wallets?q=treasury&limit=5': [WALLET],
    'GET /api/baas/wallets?q=trea&limit=5': [WALLET],
    'GET /api/baas/wallets?limit=5': [WALLET],
    'GET /api/baas/wallets?q=send+trea&limit=5': [],
    'GET /api/org/transactions?user=treasury&limit=5': [],
    'GET /api/org/transactions?user=send+trea&limit=5': [],
    'GET /api/org/keys': [],
    'GET /api/addresses': [],
  })
  const page = renderLive(<CommandPalette pages={[]} commands={[]} onClose={() => undefined} />)
  const type = async (text: string) => {
    typeInto(await vi.waitUntil(() => page.querySelector('input')), text)
    // Waits as long as the time between two keystrokes, so that immediate effects start.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { page, asked, type }
}

test('behavior: sends one search for text typed without a pause, not one per letter', async () => {
  const { page, asked, type } = openPalette()
  await vi.waitUntil(() => page.querySelector('input'))
  // Fake timers, so that slow typing here does not count as a pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const part of ['tr', 'tre', 'trea', 'treas', 'treasury']) await type(part)
  expect(searches(asked)).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  await expect.poll(() => page.textContent).toContain('Treasury')
  expect(searches(asked)).toEqual(['GET /api/baas/wallets?q=treasury&limit=5'])
})

test('behavior: “send”, with or without a wallet’s name, links to the form of each wallet', async () => {
  const { page, asked, type } = openPalette()
  await type('send trea')
  await expect.poll(() => page.textContent).toContain('Send from Treasury')
  expect(searches(asked)).toContain('GET /api/baas/wallets?q=trea&limit=5')
  await type('send')
  await expect.poll(() => searches(asked)).toContain('GET /api/baas/wallets?limit=5')
})
