import { afterEach, expect, test } from 'vitest'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { AT, exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { ApprovalQueuePage } from './approval-queue-page.tsx'

const MINE = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaa1'
const me = { email: 'me@example.com', administratorId: SIGNED_IN.admin.id, name: 'Me' }
const approval = {
  expiresAtDatetime: AT,
  forOrganization: true,
  approvalsRequired: 1,
  approvalsGiven: 0,
} as const
const pending = (transactionUuid: string, label: string, approvers?: (typeof me)[]) =>
  exampleTransaction({
    transactionUuid,
    walletLabel: label,
    secondsLeft: 600,
    ...(approvers !== undefined && { approval, approvers, requestedBy: { id: 'dora', name: 'Dora' } }),
  })

let leave = async () => {}
afterEach(() => leave())

function serveList(transactions: unknown[]) {
  const answers = new Map<string, unknown>([
    ['GET /api/org/transactions?status=PENDING_USER_APPROVAL&limit=50', transactions],
    ['GET /api/baas/config', { ...CONFIG, approvalUrl: 'https://approve.example/approve/' }],
    ['GET /api/baas/tokens/allowed', []],
    ['GET /api/members', []],
  ])
  return serve((request) => answers.get(request))
}
const readCard = (place: Element, title: string) =>
  [...place.querySelectorAll('section')].find(({ textContent }) => textContent.includes(title))?.textContent

test('behavior: lists what waits for the signed-in person first, then what waits for others, and no end-user’s', async () => {
  const ben = { ...me, administratorId: 'ben', name: 'Ben' }
  serveList([
    pending('2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaa2', 'Petty cash', [ben]),
    pending(MINE, 'Treasury', [me, ben]),
    pending('2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaa3', 'Savings of Grace'),
  ])
  const page = await renderPage(<ApprovalQueuePage />)
  leave = page.leave
  await page.shows(() => page.text().includes('Treasury'))
  expect(readCard(page.place, 'Waiting for you')).toContain('Treasury · requested by Dora')
  expect(readCard(page.place, 'Waiting for others')).toContain('Waiting for Ben.')
  expect(page.text()).not.toContain('Savings of Grace')
  const link = page.place.querySelector(`a[href="https://approve.example/approve/#transaction=${MINE}"]`)
  expect(link?.textContent).toBe('Decide in the approval app')
})

test('behavior: with nothing pending, links to the policies', async () => {
  serveList([])
  const page = await renderPage(<ApprovalQueuePage />)
  leave = page.leave
  await page.shows(() => page.text().includes('No pending approvals'))
  expect(page.place.querySelector('a[href="/policies"]')).not.toBeNull()
})
