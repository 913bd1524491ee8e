import { afterEach, expect, test } from 'vitest'
import type { AskedApprover } from '#protocol/organization-transactions.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { AT, exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import type { ShownTimeline } from './transaction-timeline.ts'
import { WaitingPanel } from './waiting-panel.tsx'

const UUID = exampleTransaction().transactionUuid
const RECORD = `GET /api/baas/transactions/${UUID}`

/** A transaction of the organization that Ben approved, and that Ada or Cleo may approve. */
function buildTimeline(requesterId: string): ShownTimeline {
  const named = { kind: 'administrator', id: requesterId, name: 'Dora' } as const
  return {
    transaction: exampleTransaction({
      secondsLeft: 80_000,
      externalUserId: '',
      approval: { expiresAtDatetime: AT, forOrganization: true, approvalsRequired: 2, approvalsGiven: 1 },
      approvers: [
        { email: 'ada@example.com', administratorId: 'ada' },
        {
          email: 'ben@example.com',
          name: 'Ben',
          decision: 'approve',
          decidedAtDatetime: AT,
          comment: 'Invoice 12 is right',
        },
        { email: 'cleo@example.com', name: 'Cleo' },
      ],
    }),
    requester: { namedByKey: named },
    steps: [],
    deliveries: [],
    receivedAtMs: Date.parse(AT),
  }
}

const ada = {
  id: 'ada',
  name: 'Ada',
  role: 'admin',
  joinedAtDatetime: AT,
  lastSeenAtDatetime: null,
  sessions: 0,
  passkeys: 1,
}

let leave = async () => {}
afterEach(() => leave())

function serveNumber() {
  const {
    walletLabel: _,
    externalUserId: __,
    externalUserLabel: ___,
    email: ____,
    ...record
  } = exampleTransaction()
  const approval = { number: 69, expiresAtDatetime: AT, forOrganization: true }
  const answers = new Map<string, unknown>([
    ['GET /api/members', [ada]],
    [RECORD, { ...record, approval }],
    ['GET /api/baas/config', { ...CONFIG, approvalUrl: 'https://approve.example/approve' }],
  ])
  return serve((request) => answers.get(request))
}

test('behavior: the requester sees who approved, who still may, the comment, and the number', async () => {
  serveNumber()
  const page = await renderPage(<WaitingPanel timeline={buildTimeline(SIGNED_IN.admin.id)} />)
  leave = page.leave
  await page.shows(() => page.text().includes('1 of 2 approvals. Approved by Ben, waiting for Ada or Cleo.'))
  await page.shows(() => page.text().includes('69'))
  expect(page.text()).toContain('Give Ada or Cleo this number to approve.')
  expect(page.text()).toContain('Invoice 12 is right')
})

test.each<[string, boolean, Omit<AskedApprover, 'email'>]>([
  ['is named by their member id', true, { administratorId: SIGNED_IN.admin.id }],
  ['is named by an address that the service recognizes', true, { self: true }],
  ['may be named by an unknown address', false, {}],
  ['has approved', false, { self: true, decision: 'approve' }],
])('behavior: a member who %s is offered the decision: %s', async (_how, isOffered, named) => {
  serveNumber()
  const timeline = buildTimeline('dora')
  const { transaction } = timeline
  const approvers = [...(transaction.approvers ?? []), { email: 'me@example.com', ...named }]
  const page = await renderPage(
    <WaitingPanel timeline={{ ...timeline, transaction: { ...transaction, approvers } }} />,
  )
  leave = page.leave
  await page.shows(() => page.text().includes('1 of 2 approvals'))
  const offers = () => page.text().includes('Decide in the approval app')
  if (isOffered) await page.shows(offers)
  else expect(offers()).toBe(false)
})

test('behavior: nobody else sees the number, which would prove nothing if an approver read it here', async () => {
  const asked = serveNumber()
  const page = await renderPage(<WaitingPanel timeline={buildTimeline('dora')} />)
  leave = page.leave
  await page.shows(() => page.text().includes('waiting for Ada or Cleo'))
  expect(asked).not.toContain(RECORD)
  expect(page.text()).not.toContain('69')
})
