import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiKey } from '#protocol/api-keys.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { KeyRequestsCard } from '#web/console/features/api-keys/api-key-page.tsx'
import { ApiKeysPage } from '#web/console/features/api-keys/api-keys-page.tsx'
import { MovesTable } from '#web/console/features/transactions/transactions-table.tsx'
import { DeliveriesCard } from '#web/console/features/webhooks/deliveries-card.tsx'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { ItemsExport, ListExport } from './export-buttons.tsx'

const ID = '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb'
const AT = '2026-11-21T10:00:00.000Z'
let saved: { name: string; text: string; type: string }[]

/** Records the files that the browser would save. */
beforeEach(() => {
  saved = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return `blob:${blobs.length - 1}`
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { download: name } = this
    const blob = blobs[Number(this.href.replace('blob:', ''))]
    void blob?.text().then((text) => saved.push({ name, text, type: blob.type }))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function press(place: HTMLElement, text: string): void {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  if (button === undefined) throw new Error(`there is no "${text}"`)
  button.click()
}

test('behavior: saves items as CSV or JSON, in a file named after the list and the day', async () => {
  const place = renderLive(<ItemsExport name="fruits" items={[{ name: 'Plum', weight: 60 }]} />)
  press(place, 'Export CSV')
  await expect.poll(() => saved).toHaveLength(1)
  press(place, 'Export JSON')
  await expect.poll(() => saved).toHaveLength(2)
  const [csv, json] = saved
  expect(csv?.name).toMatch(/^fruits-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv?.type).toBe('text/csv;charset=utf-8')
  expect(csv?.text).toContain('name,weight\r\nPlum,60\r\n')
  expect(json?.name).toMatch(/^fruits-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(json?.text ?? '')).toEqual([{ name: 'Plum', weight: 60 }])
})

test('behavior: an incomplete file has a notice how to export the other entries, and a complete one has none', async () => {
  const read = vi.fn(async () => ({ items: [{ id: 1 }], isWhole: false }))
  const place = renderLive(<ListExport name="fruits" read={read} />)
  press(place, 'Export JSON')
  await expect
    .poll(() => place.textContent)
    .toContain('The file has the newest 10,000 entries. Narrow the filters to export the others.')
  read.mockResolvedValue({ items: [], isWhole: true })
  press(place, 'Export JSON')
  await expect.poll(() => place.textContent).not.toContain('The file has')
})

test('error: shows a failed read and saves no file', async () => {
  const read = () => Promise.reject(new Error('lost'))
  const place = renderLive(<ListExport name="fruits" read={read} />)
  press(place, 'Export CSV')
  await expect.poll(() => place.querySelector('[role="alert"]')?.textContent).toBeTruthy()
  expect(saved).toEqual([])
})

const key = (label: string): ApiKey => ({
  id: ID.replace('bbbb', label.padEnd(4, '0').slice(0, 4)),
  label,
  start: 'pk_test_a',
  scopes: ['wallet:read'],
  createdAtDatetime: AT,
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
})

test('behavior: the file has the filtered items and no unknown field such as a secret', async () => {
  serve((request) => {
    if (request === 'GET /api/org/keys')
      return [
        { ...key('abcd'), secret: 'pk_test_secret' },
        { ...key('cafe'), secret: 'pk_test_secret' },
      ]
    return undefined
  })
  const page = await renderPage(<ApiKeysPage />, { at: '/?q=cafe' })
  await page.shows(() => page.text().includes('cafe'))
  press(page.place, 'Export JSON')
  await expect.poll(() => saved).toHaveLength(1)
  const [file] = saved
  expect(file?.name).toContain('api-keys-')
  expect(JSON.parse(file?.text ?? '')).toEqual([key('cafe')])
  await page.leave()
})

test('behavior: reads the request log from its newest page, with the filters of the list', async () => {
  const path = `GET /api/org/keys/${ID}/requests`
  const asked = answerRequests({ [`${path}?method=POST&statusClass=4xx&limit=200`]: [] })
  const filter = { status: '4xx', method: 'POST', cursor: 'abc' } as const
  const place = renderLive(<KeyRequestsCard keyId={ID} filter={filter} onFilter={() => undefined} />)
  press(place, 'Export JSON')
  await expect.poll(() => saved.map(({ text }) => text)).toEqual(['[]\n'])
  expect(asked).toContain(`${path}?method=POST&statusClass=4xx&limit=200`)
})

test('behavior: reads the deliveries from their newest page, with the filters of the list', async () => {
  const path = `GET /api/org/webhooks/${ID}/deliveries?status=failed&type=wallet.created&limit=200`
  const asked = answerRequests({ [path]: [] })
  const webhook: Webhook = {
    id: ID,
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
  const filter = { status: 'failed', type: 'wallet.created', cursor: '12' } as const
  const place = renderLive(
    <DeliveriesCard
      webhook={webhook}
      filter={filter}
      awaitedEventId={undefined}
      onFilter={() => undefined}
    />,
  )
  press(place, 'Export JSON')
  await expect.poll(() => saved.map(({ text }) => text)).toEqual(['[]\n'])
  expect(asked).toContain(path)
})

test('behavior: an empty list has no export buttons', () => {
  expect(renderLive(<ItemsExport name="fruits" items={[]} />).textContent).toBe('')
  expect(renderLive(<ItemsExport name="fruits" items={undefined} />).textContent).toBe('')
})

test('behavior: a list that the server exports has no other export at its table', () => {
  const move = {
    id: 'a',
    title: 'Sent',
    word: 'Sent',
    amount: '1',
    token: '',
    remarks: '',
    status: '',
    time: '',
  }
  const place = renderLive(<MovesTable label="Activity" moves={[move]} />)
  expect(place.textContent).toContain('Columns')
  expect(place.textContent).not.toContain('Export')
})
