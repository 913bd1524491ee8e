import { afterEach, expect, test, vi } from 'vitest'
import { renderLive } from '#web/console/testing/render-live.tsx'
import { DemoCoinsButton } from './demo-coins-button.tsx'

const WALLET = `0x${'11'.repeat(20)}`
const [erc20, erc721, erc1155] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`)
const SANDBOX = { inboxUrl: 'i', demoUrl: 'd', chainId: 31_337, tokens: { erc20, erc721, erc1155 } }
const COIN = { address: erc20 ?? '', symbol: 'DEMO', decimals: 6 }

afterEach(() => void vi.unstubAllGlobals())

test('behavior: the faucet has a button per kind of token and mints one kind at a time', async () => {
  const minted: unknown[] = []
  let answer = () => {}
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (path === '/api/sandbox') return Response.json({ statusCode: 200, content: SANDBOX })
    minted.push(JSON.parse(init.body))
    await new Promise<void>((resolve) => (answer = resolve))
    return Response.json({ statusCode: 200, content: { success: true, transactionHash: '0x1' } })
  })
  const onMinted = vi.fn(async () => undefined)
  const place = renderLive(<DemoCoinsButton walletAddress={WALLET} token={COIN} onMinted={onMinted} />)
  const buttons = () => [...place.querySelectorAll('button')]
  await expect
    .poll(() => buttons().map(({ textContent }) => textContent))
    .toEqual(['Get 100 DEMO', 'Get an NFT (ERC-721)', 'Get 10 units (ERC-1155)'])
  for (const [index, expected] of [
    { token: erc20, to: WALLET, amount: '100000000' },
    { token: erc721, to: WALLET, tokenId: expect.stringMatching(/^[0-9]{1,10}$/) },
    { token: erc1155, to: WALLET, tokenId: '1', amount: '10' },
  ].entries()) {
    buttons()[index]?.click()
    await expect.poll(() => minted.length).toBe(index + 1)
    await expect.poll(() => buttons()[index]?.getAttribute('aria-busy')).toBe('true')
    for (const button of buttons()) button.click()
    answer()
    await expect.poll(() => onMinted.mock.calls.length).toBe(index + 1)
    await expect.poll(() => buttons()[index]?.getAttribute('aria-busy')).toBeNull()
    expect(minted).toHaveLength(index + 1)
    expect(minted[index]).toEqual(expected)
  }
})
