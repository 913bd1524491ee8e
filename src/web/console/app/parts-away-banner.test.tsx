import { useSyncExternalStore, type ReactElement } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { baasApi } from '#web/console/lib/api.ts'
import { isPartSuspected, setPartSuspected, subscribeToPartsAway } from '#web/console/lib/parts-away.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { PartsAwayBanner } from './parts-away-banner.tsx'

afterEach(() => {
  setPartSuspected(false)
  vi.unstubAllGlobals()
})

const ready = { ready: true }
const away = { ready: false, reason: 'does not answer' }
const refuse = (status: number, code: string) =>
  Response.json({ statusCode: status, content: { code, message: code } }, { status })

describe('the banner of a part that is away', () => {
  test.each([
    {
      status: 'degraded',
      checks: { database: ready, chain: away },
      words: 'The blockchain node does not respond.',
    },
    { status: 'degraded', checks: { service: away }, words: 'The wallet service does not respond.' },
  ])('behavior: says what $checks means', async ({ words, ...content }) => {
    serve((request) => (request === 'GET /readyz' ? content : undefined))
    const page = await renderPage(<PartsAwayBanner />)
    await page.shows(() => page.text().startsWith(words))
    expect(page.place.querySelector('[role=status]')?.textContent).toBe(page.text())
    await page.leave()
  })

  test.each([
    { what: 'the parts are back', answer: { status: 'ready', checks: { chain: ready } }, suspected: false },
    { what: 'a proxy does not serve /readyz', answer: undefined, suspected: true },
    {
      what: 'a part of the process itself is not ready',
      answer: refuse(503, 'UNAVAILABLE'),
      suspected: true,
    },
  ])('behavior: renders nothing if $what', async ({ answer, suspected }) => {
    setPartSuspected(true)
    const asked = serve(() => answer)
    const page = await renderPage(<PartsAwayBanner />)
    await page.shows(() => asked.includes('GET /readyz') && isPartSuspected() === suspected)
    expect(page.text()).toBe('')
    await page.leave()
  })
})

/** Shows the banner as every page does. */
function Page(): ReactElement | null {
  return useSyncExternalStore(subscribeToPartsAway, isPartSuspected) ? <PartsAwayBanner /> : null
}

test('behavior: a second outage soon after the first is shown, too', async () => {
  let content: object = { status: 'ready', checks: { chain: ready } }
  serve((request) => (request === 'GET /readyz' ? content : undefined))
  setPartSuspected(true)
  const page = await renderPage(<Page />)
  await page.shows(() => !isPartSuspected())
  content = { status: 'degraded', checks: { chain: away } }
  setPartSuspected(true)
  await page.shows(() => page.text().startsWith('The blockchain node does not respond.'))
  await page.leave()
})

test.each([
  [502, 'CHAIN_FAILED', true],
  [504, 'CHAIN_TIMEOUT', true],
  [502, 'UPSTREAM_UNREACHABLE', true],
  [503, 'UNAVAILABLE', true],
  [429, 'RATE_LIMITED', false],
  [404, 'NOT_FOUND', false],
  [500, 'INTERNAL', false],
])('behavior: after %i %s, a part is suspected to be away: %s', async (status, code, suspected) => {
  serve(() => refuse(status, code))
  await expect(baasApi.call(BAAS_ENDPOINTS.getConfig)).rejects.toMatchObject({ code })
  expect(isPartSuspected()).toBe(suspected)
})

test('behavior: without a response, the network and no part is suspected', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(baasApi.call(BAAS_ENDPOINTS.getConfig)).rejects.toMatchObject({ code: 'NETWORK' })
  expect(isPartSuspected()).toBe(false)
})
