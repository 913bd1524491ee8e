import { afterEach, expect, test } from 'vitest'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { AT, exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { ApprovalQueuePage } from './approval-queue-page.tsx'

const MINE = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaa1'
const me = { email: 'me@example.com', administratorId: SIGNED_IN.admin.id, name: 'Me' }
const ben = { ...me, administratorId: 'ben', name: 'Ben' }
const approval = {
  expiresAtDatetime: AT,
  forOrganization: true,
  approvalsRequired: 1,
  approvalsGiven: 0,
} as const
const pending = (transactionUuid: string, label: string, approvers: (typeof me & { removed?: true })[]) =>
  exampleTransaction({
    transactionUuid,
    walletLabel: label,
    secondsLeft: 600,
    approval,
    approvers,
    requestedBy: { id: 'dora', name: 'Dora' },
  })

let leave = async () => {}
afterEach(() => leave())

type Served = { mine?: unknown[]; others?: unknown[]; counts?: object; approvalUrl?: string }

function serveQueue({
  mine = [],
  others = [],
  counts,
  approvalUrl = 'https://approve.example/approve/',
}: Served) {
  const list = (waitingFor: string) => `GET /api/org/approvals?waitingFor=${waitingFor}&limit=50`
  const answers = new Map<string, unknown>([
    [
      'GET /api/org/approvals/count',
      { requester: mine.length, others: others.length, pending: 0, ...counts },
    ],
    [list('requester'), mine],
    [list('others'), others],
    ['GET /api/baas/config', { ...CONFIG, approvalUrl }],
    ['GET /api/baas/tokens/allowed', []],
    ['GET /api/members', []],
  ])
  return serve((request) => answers.get(request))
}
const readCard = (place: Element, title: string) =>
  [...place.querySelectorAll('section')].find(({ textContent }) => textContent.includes(title))?.textContent

test('behavior: lists what waits for the signed-in person first, then what waits for others, with the numbers of all', async () => {
  serveQueue({
    mine: [pending(MINE, 'Treasury', [me, ben])],
    others: [pending('2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaa2', 'Petty cash', [ben])],
    counts: { requester: 120 },
  })
  const page = await renderPage(<ApprovalQueuePage />)
  leave = page.leave
  await page.shows(() => page.text().includes('Treasury') && page.text().includes('Petty cash'))
  expect(readCard(page.place, 'Waiting for you (120)')).toContain('Treasury · requested by Dora')
  expect(readCard(page.place, 'Waiting for others (1)')).toContain('Waiting for Ben.')
})

test('behavior: links to the approval app on another origin, and says why', async () => {
  serveQueue({ mine: [pending(MINE, 'Treasury', [me])] })
  const page = await renderPage(<ApprovalQueuePage />)
  leave = page.leave
  await page.shows(() => page.text().includes('Treasury'))
  const link = page.place.querySelector(`a[href="https://approve.example/approve/#transaction=${MINE}"]`)
  expect(link?.textContent).toBe('Decide in the approval app')
  expect(page.text()).toContain('Your approval passkey belongs to approve.example, so it works only there.')
})

test('behavior: decides here if the approval app has the origin of this page', async () => {
  serveQueue({
    mine: [pending(MINE, 'Treasury', [me])],
    approvalUrl: `${location.origin}/approve`,
  })
  const page = await renderPage(<ApprovalQueuePage />)
  leave = page.leave
  await page.shows(() => page.text().includes('Treasury'))
  const buttons = [...page.place.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(buttons).toContain('Decide')
  expect(page.text()).not.toContain('Decide in the approval app')
})

test('behavior: says that nobody can approve if too many approvers were removed', async () => {
  serveQueue({
    others: [pending('2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaa2', 'Petty cash', [{ ...ben, removed: true }])],
  })
  const page = await renderPage(<ApprovalQueuePage />)
  leave = page.leave
  await page.shows(() => page.text().includes('Petty cash'))
  expect(page.text()).toContain('Needs 1 approval, and only 0 of its approvers can still decide')
})

test('behavior: with nothing pending, links to the policies', async () => {
  serveQueue({})
  const page = await renderPage(<ApprovalQueuePage />)
  leave = page.leave
  await page.shows(() => page.text().includes('No pending approvals'))
  expect(page.place.querySelector('a[href="/policies"]')).not.toBeNull()
})
