import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { fieldIn, renderLive, submitIn } from '#web/console/testing/render-live.tsx'
import { SendTokenForm } from './send-token-form.tsx'
import type { Holdings } from './send-values.ts'

const COIN = '0x52908400098527886E0F7030069857D2E4169EE7'
const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const FACTS = { address: COIN, standard: 'erc20', name: 'Demo', symbol: 'DEMO', decimals: 6 }
const LISTED = {
  ...FACTS,
  id: COIN,
  logoUrl: '',
  origin: 'organization',
  removed: false,
  addedAtDatetime: '2026-11-21T12:00:00.000Z',
}

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('error: reports an insufficient balance at the amount, even if it arrives after the form was checked', async () => {
  let inspect: (answer: Response) => void = () => undefined
  const asked: string[] = []
  const answer = (content: unknown) => Response.json({ statusCode: 200, content })
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`)
    if (url === '/api/org/tokens') return Promise.resolve(answer([LISTED]))
    return new Promise<Response>((resolve) => {
      if (url === '/api/org/tokens/inspect') inspect = resolve
    })
  })
  let setHoldings: (holdings: Holdings) => void = () => undefined
  function Page() {
    const [holdings, set] = useState<Holdings>({})
    setHoldings = set
    const query = new URLSearchParams({ token: COIN, to: FRIEND, amount: '2' }).toString()
    return <SendTokenForm walletAddress={WALLET} {...{ query, holdings }} onPrepared={vi.fn()} />
  }
  const page = renderLive(<Page />)
  await expect.poll(() => page.textContent).toContain('Amount')
  await expect.poll(() => asked).toContain('POST /api/org/tokens/inspect')
  submitIn(page)
  flushSync(() => setHoldings({ coins: [{ tokenAddress: COIN, amount: '1000000' }] }))
  inspect(answer({ ...FACTS, isContract: true, hasHiddenText: false }))
  await expect.poll(() => fieldIn(page, 'Amount').getAttribute('aria-invalid')).toBe('true')
  expect(page.textContent).toContain('Exceeds the wallet’s balance')
  expect(page.textContent).not.toContain('Something went wrong')
})

test.each([
  ['units of a token ID', { tokenId: '1', amount: '10' }, 'DEMO · Demo · 10 × #1'],
  ['an NFT', { tokenId: '7' }, 'DEMO · Demo · 1 NFT'],
])('behavior: a token of which the wallet holds %s shows the quantity', async (_, held, label) => {
  const listed = { ...LISTED, decimals: 0, standard: 'erc1155' }
  vi.stubGlobal('fetch', async () => Response.json({ statusCode: 200, content: [listed] }))
  const holdings: Holdings = { coins: [], items: [{ tokenAddress: COIN, ...held }] }
  const query = new URLSearchParams({ kind: 'erc1155-transfer', token: COIN }).toString()
  const page = renderLive(
    <SendTokenForm walletAddress={WALLET} {...{ query, holdings }} onPrepared={vi.fn()} />,
  )
  await expect.poll(() => page.textContent).toContain(label)
})
