import { afterEach, expect, test, vi } from 'vitest'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { countListed, WaitingCount } from './waiting-count.tsx'

afterEach(() => void vi.unstubAllGlobals())

const COUNTS = 'GET /api/org/approvals/count'

test('behavior: a full first page shows that there may be more', () => {
  expect(countListed({ transactions: [], nextCursor: null })).toBe('0')
  expect(countListed({ transactions: [], nextCursor: 'abc' })).toBe('0+')
})

test('behavior: the service’s own number needs no list', async () => {
  const asked = serve((request) =>
    request === COUNTS ? { requester: 0, others: 0, pending: 1_234 } : undefined,
  )
  const { shows, text, leave } = await renderPage(<WaitingCount />)
  await shows(() => text() === '1,234 waiting for approval')
  expect(asked).toEqual([COUNTS])
  await leave()
})

test('behavior: a hosted service without that number → the first page is counted', async () => {
  const content = { code: 'UPSTREAM_LACKS', message: 'The service behind this console does not offer: it' }
  const lacking = () => Response.json({ statusCode: 501, content }, { status: 501 })
  const record = exampleTransaction({ status: 'PENDING_USER_APPROVAL' })
  serve((request) => (request.startsWith('GET /api/baas/transactions?') ? [record] : lacking()))
  const { shows, text, leave } = await renderPage(<WaitingCount />)
  await shows(() => text() === '1 waiting for approval')
  await leave()
})
