import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiKeyRequest } from '#protocol/api-key-requests.ts'
import { visibleText } from '#protocol/testing/must-show.ts'
import { FILTERS, readSearch } from '#web/console/lib/filters.ts'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { KeyRequestsCard } from './api-key-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const ID = '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb'
const PATH = `GET /api/org/keys/${ID}/requests`
const DONE: ApiKeyRequest = {
  id: '1',
  answeredAtDatetime: '2026-11-21T10:00:00.000Z',
  method: 'GET',
  path: '/v1/baas/wallets',
  status: 200,
  code: null,
  message: null,
  durationMs: 12,
  ip: '203.0.113.9',
  requestId: 'request-1',
}
const REFUSED: ApiKeyRequest = {
  ...DONE,
  id: '2',
  method: 'POST',
  path: '/v1/baas/wallets',
  status: 403,
  code: 'INSUFFICIENT_SCOPES',
  message: 'Insufficient scopes. Required: wallet:create',
  requestId: 'request-2',
}

const render = (search = '', onFilter: (params: object) => void = () => undefined) =>
  renderLive(
    <KeyRequestsCard
      keyId={ID}
      filter={readSearch(FILTERS.requests, new URLSearchParams(search))}
      onFilter={onFilter}
    />,
  )

test('behavior: shows the status and duration of each request, and the error of a refused one', async () => {
  answerRequests({ [`${PATH}?limit=20`]: [REFUSED, DONE] })
  const card = render()
  await expect.poll(() => card.querySelectorAll('li')).toHaveLength(2)
  const [refused, done] = [...card.querySelectorAll('li')].map((row) => visibleText(row))
  expect(refused).toContain('403')
  expect(refused).toContain('POST /v1/baas/wallets')
  expect(refused).toContain('INSUFFICIENT_SCOPES Insufficient scopes. Required: wallet:create')
  expect(done).toMatch(/200.*GET \/v1\/baas\/wallets.*12\sms/)
  expect(card.textContent).toContain('request-2')
})

test('behavior: sends the filters of the address to the service, and each change returns to the newest', async () => {
  const query = 'method=POST&code=INSUFFICIENT_SCOPES&cursor=abc&statusClass=4xx&limit=20'
  const asked = answerRequests({ [`${PATH}?${query}`]: [REFUSED] })
  const changes: object[] = []
  const card = render('status=4xx&method=POST&code=INSUFFICIENT_SCOPES&cursor=abc', (params) =>
    changes.push(params),
  )
  await expect.poll(() => asked).toEqual([`${PATH}?${query}`])
  const select = card.querySelector<HTMLSelectElement>('select[aria-label="Status"]')
  if (select === null) throw new Error('there is no choice of a status')
  expect(select.value).toBe('4xx')
  select.value = '5xx'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  expect(changes).toEqual([{ status: '5xx', method: 'POST', code: 'INSUFFICIENT_SCOPES' }])
})

test('behavior: an empty log says what to do next, and a filtered one how to see all', async () => {
  answerRequests({ [`${PATH}?limit=20`]: [], [`${PATH}?statusClass=5xx&limit=20`]: [] })
  const empty = render()
  await expect.poll(() => empty.textContent).toContain('Send a first request with this key')
  const narrowed = render('status=5xx')
  const links = () => [...narrowed.querySelectorAll('a')].map(({ textContent }) => textContent)
  await expect.poll(links).toContain('Show all')
})

test('behavior: Reload sends the request again', async () => {
  const asked = answerRequests({ [`${PATH}?limit=20`]: [DONE] })
  const card = render()
  await expect.poll(() => card.querySelectorAll('li')).toHaveLength(1)
  const reload = [...card.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reload')
  await expect.poll(() => reload?.getAttribute('aria-disabled')).toBeNull()
  reload?.click()
  await expect.poll(() => asked).toHaveLength(2)
})

test('behavior: a new request appears without Reload while the page is visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers: Record<string, unknown> = { [`${PATH}?limit=20`]: [] }
  answerRequests(answers)
  const card = render()
  await vi.waitFor(() => expect(card.textContent).toContain('It appears here within seconds.'), {
    timeout: 30_000,
  })
  answers[`${PATH}?limit=20`] = [DONE]
  await vi.advanceTimersByTimeAsync(6_000)
  await vi.waitFor(() => expect(card.querySelectorAll('li')).toHaveLength(1), { timeout: 30_000 })
})
