import { describe, expect, test } from 'vitest'
import { OUTSIDE_REASON } from '#protocol/transaction-states.ts'
import { TRANSACTION_STATES, isFinal } from '#protocol/transaction-states.ts'
import { formatShort } from '#web/console/lib/display.ts'
import { AT, exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { approverWords, whoApproves } from './approver-words.ts'
import {
  approverName,
  endUserName,
  nextStepTitle,
  notificationText,
  describeOutcome,
  reminderLimit,
  stepTitle,
} from './transaction-words.ts'

const approval = { expiresAtDatetime: AT }
const NOTIFICATION = { state: 'sent', remindersLeft: 3, remindAfterSeconds: 0 } as const

describe('outcomes', () => {
  test('behavior: a transaction without effect says what happened and what to do next, and others say nothing', () => {
    for (const status of TRANSACTION_STATES) {
      const reason = status === 'CONFIRMED' ? {} : { reason: 'declined by the user' }
      const outcome = describeOutcome(exampleTransaction({ status, ...reason }))
      if (['EXPIRED', 'REJECTED', 'FAILED', 'CANCELLED'].includes(status)) {
        expect(outcome?.what).not.toBe('')
        expect(outcome?.next).toMatch(/sign/i)
      } else expect(outcome).toBeNull()
    }
  })

  test('behavior: distinguishes a report, a wrong number and a plain decline', () => {
    const titles = [
      exampleTransaction({ status: 'REJECTED', reason: 'declined by the user', approval }),
      exampleTransaction({ status: 'REJECTED', reason: 'wrong number' }),
      exampleTransaction({ status: 'REJECTED', approval: { ...approval, reported: true } }),
    ].map((transaction) => describeOutcome(transaction)?.title)
    expect(titles).toEqual([
      'The end-user declined',
      'Another number was picked',
      'The end-user did not request this',
    ])
  })

  test('behavior: distinguishes a cancellation by the organization from one by the signer', () => {
    const titles = ['withdrawn by the organization', 'its signer cancelled it'].map(
      (reason) => describeOutcome(exampleTransaction({ status: 'CANCELLED', reason }))?.title,
    )
    expect(titles).toEqual(['Cancelled by the organization', 'Cancelled by the signer'])
  })

  test('behavior: a confirmed transaction that delivered less than requested says how much', () => {
    const reason = 'it was executed, but the token reported 990 of 1000 base units for 0x00'
    const outcome = describeOutcome(exampleTransaction({ status: 'CONFIRMED', reason }))
    expect(outcome).toMatchObject({ tone: 'warning', title: 'Check what moved' })
    expect(outcome?.what).toBe('It was executed, but the token reported 990 of 1000 base units for 0x00.')
    expect(describeOutcome(exampleTransaction({ status: 'CONFIRMED', reason: OUTSIDE_REASON }))).toBeNull()
    expect(describeOutcome(exampleTransaction({ status: 'CONFIRMED' }))).toBeNull()
  })

  test('behavior: a failure has its reason as a sentence and says whether it reached the chain', () => {
    const never = describeOutcome(exampleTransaction({ status: 'FAILED', reason: 'it could not be sent' }))
    expect(never).toMatchObject({ title: 'It could not be sent' })
    expect(never?.what).toMatch(/^It could not be sent\. /)
    const reverted = exampleTransaction({
      status: 'FAILED',
      reason: 'paused!',
      transactionHash: `0x${'cd'.repeat(32)}`,
    })
    expect(describeOutcome(reverted)).toMatchObject({ title: 'It failed on the chain' })
    expect(describeOutcome(reverted)?.what).toMatch(/^Paused! Nothing was moved/)
  })
})

test('behavior: a failure that can still be executed says until when, and warns of paying twice', () => {
  const executableUntil = '2026-11-22T01:30:00.000Z'
  const outcome = describeOutcome(
    exampleTransaction({ status: 'FAILED', reason: 'paused!', executableUntil }),
  )
  expect(outcome?.what).toContain(`can still execute it until ${formatShort(executableUntil)}`)
  expect(outcome?.what).not.toContain('Nothing was moved')
  expect(outcome?.next).toMatch(/twice/)
})

describe('steps', () => {
  test('behavior: titles name a wrong number and the block', () => {
    expect(stepTitle('declined', exampleTransaction({ reason: 'wrong number' }))).toBe(
      'Declined: another number was picked',
    )
    expect(stepTitle('declined', exampleTransaction({ reason: 'declined by the user', approval }))).toBe(
      'Declined by the end-user',
    )
    expect(stepTitle('confirmed', exampleTransaction({ blockNumber: '12' }))).toBe('Confirmed in block 12')
  })

  test.each([
    ['administrator', { approval: { ...approval, forOrganization: true }, externalUserId: '' }],
    ['unknown', { approval: undefined, externalUserId: '' }],
  ] as const)('behavior: approved by %s → no text mentions an end-user', (approver, changes) => {
    const held = exampleTransaction({ status: 'PENDING_USER_APPROVAL', ...changes })
    expect(whoApproves(held)).toBe(approver)
    const declines = [{ reason: 'declined by the user' }, { reason: 'wrong number' }]
    const ended = [
      ...declines.map((one) => ({ ...held, ...one, status: 'REJECTED' as const })),
      ...(['EXPIRED', 'FAILED', 'CANCELLED'] as const).map((status) => ({ ...held, status })),
    ].map((one) => describeOutcome(one))
    const texts = [
      ...(['held', 'notified', 'approved', 'declined'] as const).map((step) => stepTitle(step, held)),
      nextStepTitle(held),
      approverName(held),
      ...Object.values(approverWords(held)),
      ...ended.flatMap((outcome) => [outcome?.title, outcome?.what, outcome?.next]),
    ]
    expect(texts.filter((text) => /end-user|have the user|in your product/i.test(text ?? ''))).toEqual([])
  })

  test('behavior: no text about the notification of an administrator mentions an end-user', () => {
    const texts = (['queued', 'sent', 'withheld', 'failed'] as const).map((state) =>
      notificationText({ ...NOTIFICATION, state }, 'administrator'),
    )
    expect(texts.filter((text) => text.includes('end-user'))).toEqual([])
  })

  test('behavior: there is a next step exactly while the state is not final', () => {
    for (const status of TRANSACTION_STATES) {
      expect(nextStepTitle(exampleTransaction({ status })) === null, status).toBe(isFinal(status))
    }
  })
})

describe('reminders', () => {
  test('behavior: says why no reminder can be sent: the pause, the limit of three, or a silenced wallet', () => {
    expect(reminderLimit(NOTIFICATION, 0)).toBeNull()
    expect(reminderLimit(NOTIFICATION, 42)).toContain('42 s')
    expect(reminderLimit({ ...NOTIFICATION, remindersLeft: 0 }, 42)).toContain('All three')
    expect(reminderLimit({ ...NOTIFICATION, silencedUntilDatetime: AT }, 0)).toContain('silenced')
  })

  test('behavior: each state of a notification has its own sentence', () => {
    const states = ['queued', 'sent', 'withheld', 'failed'] as const
    const texts = states.map((state) => notificationText({ ...NOTIFICATION, state }, 'end-user'))
    expect(
      new Set([...texts, notificationText({ ...NOTIFICATION, silencedUntilDatetime: AT }, 'end-user')]).size,
    ).toBe(5)
  })
})

describe('the end-user’s name', () => {
  test('behavior: the name, else the email, else the id, and null for the organization’s own', () => {
    expect(endUserName(exampleTransaction())).toBe('Grace Hopper')
    expect(endUserName(exampleTransaction({ externalUserLabel: '' }))).toBe('grace@example.com')
    expect(endUserName(exampleTransaction({ externalUserLabel: '', email: undefined }))).toBe('user-1')
    expect(endUserName(exampleTransaction({ externalUserId: '' }))).toBeNull()
  })

  test('error: removes hidden and bidirectional characters from a name', () => {
    expect(endUserName(exampleTransaction({ externalUserLabel: 'Gr\u202Eace\u200B Hopper' }))).toBe(
      'Grace Hopper',
    )
  })
})

test('error: displays a contract’s reason that is the name of an object property unchanged', () => {
  expect(describeOutcome(exampleTransaction({ status: 'FAILED', reason: 'constructor' }))?.what).toMatch(
    /^Constructor\. /,
  )
})
