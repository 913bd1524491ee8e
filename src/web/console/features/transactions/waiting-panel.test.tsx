import { afterEach, expect, test } from 'vitest'
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

test('behavior: nobody else sees the number, which would prove nothing if an approver read it here', async () => {
  const asked = serveNumber()
  const page = await renderPage(<WaitingPanel timeline={buildTimeline('dora')} />)
  leave = page.leave
  await page.shows(() => page.text().includes('waiting for Ada or Cleo'))
  expect(asked).not.toContain(RECORD)
  expect(page.text()).not.toContain('69')
})
