import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { act } from '#web/console/testing/act.ts'
import { callApi } from './api.ts'
import { learnServerTime, serverNowMs, useSecond } from './use-now.ts'

const MINUTE_MS = 60_000
const httpDate = (ms: number) => new Date(ms).toUTCString()

let root: Root
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') })
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  learnServerTime(httpDate(Date.now()))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const place = document.createElement('div')
/** Renders a time from the server and the seconds of a countdown. */
async function draw(datetime: string) {
  const Second = () => <b>{new Date(useSecond()).toISOString()}</b>
  await act(async () =>
    root.render(
      <>
        <TimeAgo datetime={datetime} />
        <Second />
      </>,
    ),
  )
  return () => [...place.children].map(({ textContent }) => textContent)
}

test('behavior: every displayed time follows the server’s clock after a response shows that it moved', async () => {
  const texts = await draw('2026-11-21T12:15:00Z')
  expect(texts()[0]).toBe('in 15 minutes')
  const moved = Date.now() + 15 * MINUTE_MS
  vi.stubGlobal('fetch', async () =>
    Response.json({ statusCode: 200, content: null }, { headers: { date: httpDate(moved) } }),
  )
  await act(() => callApi({ method: 'GET', path: '/api/thing', answer: z.null() }))
  expect(texts()).toEqual(['just now', '2026-11-21T12:15:00.000Z'])
})

test('behavior: a refused request sets the clock too', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { statusCode: 404, content: { message: 'Not found' } },
      { status: 404, headers: { date: httpDate(Date.now() - MINUTE_MS) } },
    ),
  )
  await callApi({ method: 'GET', path: '/api/thing', answer: z.null() }).catch(() => undefined)
  expect(Math.abs(serverNowMs() - (Date.now() - MINUTE_MS))).toBeLessThanOrEqual(1_000)
})

test('param: a slow response and a response without a date do not move the clock', () => {
  const before = serverNowMs()
  for (const date of [httpDate(Date.now() - 4_000), null, 'soon']) learnServerTime(date)
  expect(serverNowMs()).toBe(before)
})
