import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useNavigate, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AttemptDetail, DeliveryDetail } from '#protocol/events.ts'
import { visibleText } from '#protocol/testing/must-show.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { FILTERS, readSearch } from '#web/console/lib/filters.ts'
import { paths } from '#web/console/lib/paths.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { act } from '#web/console/testing/act.ts'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { curlCommand, messageText } from './delivery-details.tsx'

const AT = '2026-11-21T10:00:00.000Z'
const TRANSACTION = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const WEBHOOK: Webhook = {
  id: '2f3f1f7e-7a52-4c6c-9a53-dddddddddddd',
  url: 'https://shop.example/hooks',
  description: '',
  types: null,
  enabled: true,
  disabledReason: null,
  disabledAtDatetime: null,
  failingSinceDatetime: null,
  previousSecretUntilDatetime: null,
  createdAtDatetime: AT,
  updatedAtDatetime: AT,
}
const FAILED: AttemptDetail = {
  attemptedAtDatetime: AT,
  durationMs: 12,
  delivered: false,
  responseStatus: 422,
  responseBytes: 9_000,
  problem: 'status',
  requestHeaders: { 'webhook-id': 'evt_1', 'webhook-signature': 'v1,c2lnbmVk' },
  responseHeaders: { 'content-type': 'text/html', 'set-cookie': '[redacted]' },
  responseBody: '<script>alert(1)</script>',
}
const DELIVERY: DeliveryDetail = {
  id: '2f3f1f7e-7a52-4c6c-9a53-eeeeeeeeeeee',
  eventId: 'evt_1',
  type: 'transaction.failed',
  status: 'failed',
  attempts: [FAILED],
  nextAttemptAtDatetime: null,
  createdAtDatetime: AT,
  deliveredAtDatetime: null,
  requestBody: '{"type":"transaction.failed","data":{"reason":"it\'s empty"}}',
  transactionUuid: TRANSACTION,
}

let asked: string[] = []
let detail = DELIVERY
let leave: (() => Promise<void>) | undefined
beforeEach(() => {
  asked = []
  detail = DELIVERY
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const path = url.replace(`/api/org/webhooks/${WEBHOOK.id}`, '')
    asked.push([method, path, body].filter((part) => part !== undefined).join(' '))
    const respond = (content: unknown) => new Response(JSON.stringify({ statusCode: 200, content }))
    if (path.startsWith('/deliveries?')) return respond([detail])
    return respond(path === '/resend' ? { resent: 3, complete: false } : detail)
  })
})
afterEach(async () => {
  await leave?.()
  leave = undefined
  vi.unstubAllGlobals()
})

function Log() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <DeliveriesCard
      webhook={WEBHOOK}
      filter={readSearch(FILTERS.deliveries, search)}
      awaitedEventId={undefined}
      onFilter={(params) => void navigate(paths.webhook.href(WEBHOOK.id, params))}
    />
  )
}

/** Waits for content or requests that follow a response. */
const drawn = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((done) => setTimeout(done)))
      check()
    },
    { timeout: 30_000 },
  )

async function open(search = '') {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery().queryKey, SIGNED_IN)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  leave = async () => {
    await act(async () => root.unmount())
    place.remove()
  }
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[`/webhooks/${WEBHOOK.id}${search}`]}>
          <Log />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  await drawn(() => expect(place.querySelector('[data-delivery]')).not.toBeNull())
  const toggle = async (element: HTMLDetailsElement) =>
    act(async () => {
      element.open = true
      element.dispatchEvent(new Event('toggle'))
    })
  /** Opens the delivery and, once they are loaded, its attempts. */
  const openDelivery = async () => {
    await toggle(place.querySelector<HTMLDetailsElement>('[data-delivery] details')!)
    await drawn(() => expect(asked).toContain(`GET /deliveries/${DELIVERY.id}`))
    await act(async () => {})
    for (const attempt of place.querySelectorAll<HTMLDetailsElement>('ol details')) await toggle(attempt)
    return place.querySelector('ol')!
  }
  const press = async (name: string, within = '') => {
    const buttons = [...place.querySelectorAll<HTMLButtonElement>(`${within} button`)]
    const button = buttons.find((one) => one.textContent === name)
    await act(async () => button!.click())
  }
  return { place, openDelivery, press }
}
const codeOf = (list: Element) => [...list.querySelectorAll('pre')].map((one) => one.textContent)

test('behavior: an opened attempt has the request, a curl command and the response to copy, and shows markup as text', async () => {
  const { place, openDelivery } = await open()
  expect(asked.filter((one) => !one.includes('?'))).toEqual([])
  const attempts = await openDelivery()
  expect(visibleText(attempts)).toMatch(/Responded with 422.*after 12/)
  expect(codeOf(attempts)).toEqual([
    `webhook-id: evt_1\nwebhook-signature: v1,c2lnbmVk\n\n${DELIVERY.requestBody}`,
    curlCommand(WEBHOOK.url, FAILED.requestHeaders!, DELIVERY.requestBody),
    'content-type: text/html\nset-cookie: [redacted]\n\n<script>alert(1)</script>',
  ])
  expect(attempts.querySelector('script')).toBeNull()
  const copies = [...attempts.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'))
  expect(copies).toEqual(['Copy request', 'Copy command', 'Copy response'])
  expect(visibleText(attempts)).toContain('Response 422')
  expect(visibleText(attempts)).toContain('The first 4 kB of the body are stored.')
  expect(place.querySelector(`a[href="/transactions/${TRANSACTION}"]`)?.textContent).toBe(
    'Open the transaction',
  )
})

test.each([
  [
    { requestHeaders: null, responseHeaders: null, responseBody: null, problem: 'secret' },
    'No request was sent.',
  ],
  [{ responseHeaders: null, responseBody: null, problem: 'timeout' }, 'No response was received.'],
  [{ responseBody: null, responseBytes: 2_048 }, 'The body is not text: 2,048 bytes.'],
])('behavior: an attempt with %j says “%s”', async (change, sentence) => {
  const { transactionUuid: _, ...rest } = DELIVERY
  detail = { ...rest, attempts: [{ ...FAILED, ...change }] }
  const { place, openDelivery } = await open()
  expect(visibleText(await openDelivery())).toContain(sentence)
  expect(place.querySelector('a[href^="/transactions/"]')).toBeNull()
})

test('behavior: filters the list by type, status and period in the address, and resends all undelivered events', async () => {
  const { place, press } = await open('?type=transaction.failed&status=failed&time=lately&cursor=abc')
  expect(asked[0]).toBe('GET /deliveries?type=transaction.failed&status=failed&cursor=abc&limit=20')
  const period = place.querySelector<HTMLSelectElement>('select[aria-label="Period"]')!
  await act(async () => {
    period.value = 'day'
    period.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await drawn(() => expect(asked.at(-1)).toContain('sinceDatetime='))
  const { searchParams } = new URL(asked.at(-1)!.slice('GET '.length), 'http://console')
  expect(Object.fromEntries(searchParams)).toMatchObject({ type: 'transaction.failed', status: 'failed' })
  expect(searchParams.has('cursor')).toBe(false)
  const sinceMs = Date.parse(searchParams.get('sinceDatetime')!)
  expect(Math.abs(Date.now() - 86_400_000 - sinceMs)).toBeLessThan(60_000)

  await press('Resend all undelivered')
  await press('Resend', 'dialog')
  await drawn(() => expect(place.textContent).toContain('3 deliveries queued.'))
  expect(place.textContent).toContain('There are more')
  expect(asked.find((one) => one.startsWith('POST'))).toMatch(
    /^POST \/resend \{"status":"failed","type":"transaction.failed","sinceDatetime":"[^"]+"\}$/,
  )
})

test('behavior: a delivery shows the number of attempts and the last result', async () => {
  const late = { ...FAILED, responseStatus: null, responseBytes: null, problem: 'timeout' }
  const read = [
    [[], 'Not attempted yet.'],
    [[FAILED], 'Responded with 422. 1 attempt.'],
    [[late, FAILED], 'No response in time. 2 attempts.'],
  ] as const
  for (const [attempts, sentence] of read) {
    detail = { ...DELIVERY, attempts: [...attempts] }
    const { place } = await open()
    expect(visibleText(place.querySelector('summary')!)).toContain(sentence)
    await leave?.()
  }
})

test('behavior: delivered events cannot be resent', async () => {
  const { place } = await open('?status=delivered')
  expect(place.textContent).not.toContain('Resend all undelivered')
})

test('behavior: quotes a command for the shell, and shows a message without a body as headers only', () => {
  expect(curlCommand("https://shop.example/it's", { 'webhook-id': 'evt_1' }, '{"reason":"it\'s"}')).toBe(
    String.raw`curl -i -X POST 'https://shop.example/it'\''s' \
  -H 'webhook-id: evt_1' \
  --data-raw '{"reason":"it'\''s"}'`,
  )
  expect(messageText({ server: 'shop' }, '')).toBe('server: shop')
})
