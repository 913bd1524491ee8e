import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { Loaded } from '#web/console/components/loaded.tsx'
import { act } from '#web/console/testing/act.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
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

test('behavior: a panel with an error refetches when the network is back', async () => {
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

test('behavior: keeps data whose refetch failed and shows its age', async () => {
  let answer: unknown = []
  serve(() => answer)
  page = await renderPage(<Panel />)
  await page.shows(() => page.text() === '0 wallets')
  answer = undefined
  await page.queryClient.invalidateQueries()
  await page.shows(() => page.text().includes('0 wallets') && page.text() !== '0 wallets')
  expect(page.text()).toBe('This could not be refreshed. Last loaded just now.0 wallets')
})

/** Leaves the panel and returns to it. */
function Pages() {
  const [isLeft, setIsLeft] = useState(false)
  return (
    <>
      <button type="button" aria-label="Leave or return" onClick={() => setIsLeft(!isLeft)} />
      {isLeft ? 'another page' : <Panel />}
    </>
  )
}

test.each([
  ['UPSTREAM_LACKS', 501, 1],
  ['FORBIDDEN_ROLE', 403, 2],
])(
  'behavior: a page opened again after %s (%i) makes %i requests in total',
  async (code, status, requests) => {
    const content = { code, message: 'No' }
    const asked = serve(() => Response.json({ statusCode: status, content }, { status }))
    page = await renderPage(<Pages />)
    const press = () => act(async () => page.place.querySelector('button')?.click())
    await page.shows(() => page.place.querySelector('[role="alert"]') !== null || page.text().includes('No'))
    await press()
    await page.shows(() => page.text() === 'another page')
    await press()
    await page.shows(() => page.text() !== 'another page' && asked.length === requests)
    await act(async () => window.dispatchEvent(new Event('focus')))
    await page.shows(() => page.text().includes('No'))
    expect(asked).toHaveLength(requests)
  },
)
