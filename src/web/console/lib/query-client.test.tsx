import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { Loaded } from '#web/console/components/card.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { baasApi } from './api.ts'

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

const walletsQuery = () => baasApi.query(['wallets'], WALLET_ENDPOINTS.listWallets)
function Panel() {
  return (
    <Loaded query={useQuery(walletsQuery())} skeleton="loading">
      {(wallets) => `${wallets.length} wallets`}
    </Loaded>
  )
}

test('behavior: a panel with an error reads again when the network is back', async () => {
  const failed = { statusCode: 500, content: { code: 'INTERNAL', message: 'Something went wrong' } }
  let isAway = true
  serve(() => (isAway ? Response.json(failed, { status: 500 }) : []))
  page = await renderPage(<Panel />)
  await page.shows(() => page.text().includes('Try again'))
  window.dispatchEvent(new Event('offline'))
  isAway = false
  window.dispatchEvent(new Event('online'))
  await page.shows(() => page.text() === '0 wallets')
})

test('behavior: data that cannot be read again stays, and says how old it is', async () => {
  let answer: unknown = []
  serve(() => answer)
  page = await renderPage(<Panel />)
  await page.shows(() => page.text() === '0 wallets')
  answer = undefined
  await page.queryClient.invalidateQueries()
  await page.shows(() => page.text().includes('0 wallets') && page.text() !== '0 wallets')
  expect(page.text()).toBe('This could not be read again. It was read just now.0 wallets')
})
