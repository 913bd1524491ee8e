import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiKey } from '#protocol/api-keys.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { KeyRequestsCard } from '#web/console/features/api-keys/api-key-page.tsx'
import { ApiKeysPage } from '#web/console/features/api-keys/api-keys-page.tsx'
import { MovesTable } from '#web/console/features/transactions/transactions-table.tsx'
import { DeliveriesCard } from '#web/console/features/webhooks/deliveries-card.tsx'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { useBrowserFile, useItemsFile } from './export-files.tsx'
import { ListMenu } from './table-menu.tsx'

const ID = '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb'
const AT = '2026-11-21T10:00:00.000Z'
let saved: { name: string; text: string; type: string }[]
/** Menus that were closed. The test's DOM has no popovers. */
let closed: HTMLElement[]

/** Records the files that the browser would save. */
beforeEach(() => {
  saved = []
  closed = []
  HTMLElement.prototype.hidePopover = function (this: HTMLElement) {
    closed.push(this)
  }
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

type Fruit = { name: string; weight: number }
const FRUITS: Fruit[] = Array.from({ length: 10 }, (_, index) => ({ name: `Plum ${index}`, weight: 60 }))

function Fruits({ items = FRUITS, isPart }: { items?: Fruit[]; isPart?: boolean }) {
  return <ListMenu rows={items.length} isPart={isPart} files={useItemsFile('fruits', items)} />
}

test('behavior: saves items as CSV, in a file named after the list and the day', async () => {
  const place = renderLive(<Fruits />)
  press(place, 'Export CSV')
  await expect.poll(() => saved).toHaveLength(1)
  const [csv] = saved
  expect(csv?.name).toMatch(/^fruits-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv?.type).toBe('text/csv;charset=utf-8')
  expect(csv?.text).toContain('name,weight\r\nPlum 0,60\r\n')
})

test('behavior: the menu closes when the file is saved', async () => {
  const place = renderLive(<Fruits />)
  press(place, 'Export CSV')
  await expect.poll(() => closed).toEqual([place.querySelector('[popover]')])
})

test('behavior: an incomplete file has a notice how to export the other entries, and a complete one has none', async () => {
  const read = vi.fn(async () => ({ items: [{ id: 1 }], isWhole: false }))
  const Long = () => <ListMenu rows={10} files={useBrowserFile('fruits', read)} />
  const place = renderLive(<Long />)
  press(place, 'Export CSV')
  await expect
    .poll(() => place.textContent)
    .toContain('The file has the newest 10,000 entries. Narrow the filters to export the others.')
  expect(closed).toEqual([])
  read.mockResolvedValue({ items: [], isWhole: true })
  press(place, 'Export CSV')
  await expect.poll(() => place.textContent).not.toContain('The file has')
})

test('error: shows a failed read in the open menu and saves no file', async () => {
  const read = () => Promise.reject(new Error('lost'))
  const Failing = () => <ListMenu rows={10} files={useBrowserFile('fruits', read)} />
  const place = renderLive(<Failing />)
  press(place, 'Export CSV')
  await expect.poll(() => place.querySelector('[popover] [role="alert"]')?.textContent).toBeTruthy()
  expect(saved).toEqual([])
  expect(closed).toEqual([])
})

test.each([
  { rows: 0, isPart: false, hasMenu: false },
  { rows: 9, isPart: false, hasMenu: false },
  { rows: 9, isPart: true, hasMenu: true },
  { rows: 10, isPart: false, hasMenu: true },
])('behavior: $rows rows, more elsewhere $isPart → a menu: $hasMenu', ({ rows, isPart, hasMenu }) => {
  const place = renderLive(<Fruits items={FRUITS.slice(0, rows)} isPart={isPart} />)
  expect(place.querySelector('button[aria-label="List options"]') !== null).toBe(hasMenu)
})

const key = (label: string): ApiKey => ({
  id: ID.replace('bbbbb', label.padEnd(5, '0').slice(0, 5)),
  label,
  start: 'pk_test_a',
  scopes: ['wallet:read'],
  createdAtDatetime: AT,
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  lastUsedAtDatetime: null,
})

test('behavior: the file has the filtered items and no unknown field such as a secret', async () => {
  const secret = 'pk_test_secret'
  const cafes = Array.from({ length: 10 }, (_, index) => ({ ...key(`cafe${index}`), secret }))
  serve((request) => (request === 'GET /api/org/keys' ? [{ ...key('abcd'), secret }, ...cafes] : undefined))
  const page = await renderPage(<ApiKeysPage />, { at: '/?q=cafe' })
  await page.shows(() => page.text().includes('cafe'))
  press(page.place, 'Export CSV')
  await expect.poll(() => saved).toHaveLength(1)
  const [file] = saved
  expect(file?.name).toContain('api-keys-')
  expect(file?.text.trimEnd().split('\r\n')).toHaveLength(11)
  expect(file?.text).toContain('cafe9')
  expect(file?.text).not.toMatch(/abcd|pk_test_secret/)
  await page.leave()
})

test('behavior: reads the request log from its newest page, with the filters of the list', async () => {
  const path = `GET /api/org/keys/${ID}/requests`
  const asked = answerRequests({ [`${path}?method=POST&statusClass=4xx&limit=200`]: [] })
  const filter = { status: '4xx', method: 'POST', cursor: 'abc' } as const
  const place = renderLive(<KeyRequestsCard keyId={ID} filter={filter} onFilter={() => undefined} />)
  press(place, 'Export CSV')
  await expect.poll(() => saved).toHaveLength(1)
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
  press(place, 'Export CSV')
  await expect.poll(() => saved).toHaveLength(1)
  expect(asked).toContain(path)
})

test('behavior: a list that cannot be saved has only its columns in the menu', () => {
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
  const moves = Array.from({ length: 10 }, (_, index) => ({ ...move, id: String(index) }))
  const place = renderLive(<MovesTable label="Activity" moves={moves} />)
  expect(place.textContent).toContain('Columns')
  expect(place.textContent).not.toContain('Export')
})
