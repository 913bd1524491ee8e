import { afterEach, expect, test } from 'vitest'
import type { Balances } from '#protocol/holdings.ts'
import type { Collectible } from '#protocol/wallets.ts'
import { act } from '#web/console/testing/act.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { CollectiblesCard } from './collectibles-card.tsx'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const CATS = { tokenAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', name: 'Cats', symbol: 'CAT' }
const CAT = { ...CATS, tokenId: '7', allowed: true }
const GIFT = { ...CATS, tokenId: '8', allowed: false }
const UNITS = { ...CATS, tokenId: '1', amount: '10', allowed: true }

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

const PICTURE: Collectible['picture'] = { mediaType: 'image/png', base64: 'AAAA' }

function serveItems(items: Pick<Balances, 'collectibles' | 'multiTokens'>): string[] {
  return serve((request) => {
    if (request.includes('/balances')) return { address: ADDRESS, coins: [], ...items } satisfies Balances
    const tokenId = /collectibles\/[^/]+\/(\d+)/.exec(request)?.[1]
    if (tokenId === undefined) return undefined
    const words = { tokenAddress: CATS.tokenAddress, tokenId, name: `Cat ${tokenId}`, description: 'A cat' }
    return { ...words, ...(tokenId === '7' ? { picture: PICTURE } : { problem: 'none' }) }
  })
}

test('behavior: a picture leads to the form for sending that item, except for unlisted collections', async () => {
  serveItems({ collectibles: [CAT, GIFT], multiTokens: [UNITS] })
  page = await renderPage(<CollectiblesCard address={ADDRESS} />)
  await page.shows(() => page.text().includes('Cat 8'))
  const links = [...page.place.querySelectorAll('a')].map((link) => [
    link.getAttribute('aria-label'),
    link.getAttribute('href'),
  ])
  const send = (kind: string, tokenId: string) =>
    `/wallets/${ADDRESS}/send?kind=${kind}&token=${CATS.tokenAddress}&tokenId=${tokenId}`
  expect(links).toEqual([
    ['Send Cat 7', send('erc721-transfer', '7')],
    ['Send Cat 1', send('erc1155-transfer', '1')],
  ])
  expect(page.text()).toContain('2 NFTs, 1 ERC-1155 token ID')
  expect(page.text()).toContain('10 × #1, Cats')
  expect(page.text()).toContain('Not on your token list')
})

test('behavior: the name of an item opens its details', async () => {
  serveItems({ collectibles: [CAT], multiTokens: [] })
  page = await renderPage(<CollectiblesCard address={ADDRESS} />)
  await page.shows(() => page.text().includes('Cat 7'))
  expect(page.place.querySelector('dialog')).toBeNull()
  await act(async () => page.place.querySelector<HTMLElement>('button[title="Cat 7"]')?.click())
  const dialog = page.place.querySelector('dialog')
  expect(dialog?.textContent).toContain('A cat')
  expect(dialog?.textContent).toContain('Token ID7')
})

test('behavior: a limit asks only for the pictures that it shows, and links to all items', async () => {
  const asked = serveItems({ collectibles: [CAT, { ...CAT, tokenId: '9' }], multiTokens: [UNITS] })
  page = await renderPage(<CollectiblesCard address={ADDRESS} max={2} />)
  await page.shows(() => page.text().includes('Cat 9'))
  expect(page.place.querySelectorAll('li')).toHaveLength(2)
  expect(page.text()).toContain('Show all')
  expect(asked.filter((request) => request.includes('/collectibles/'))).toHaveLength(2)
})
