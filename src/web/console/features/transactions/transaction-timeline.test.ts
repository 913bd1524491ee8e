import { describe, expect, test } from 'vitest'
import { TRANSACTION_STATES, type TransactionState } from '#protocol/transaction-states.ts'
import type { Transaction } from '#protocol/transactions.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { withoutOwner } from './organization-transactions.tsx'
import { stepsOfRecord } from './transaction-timeline.ts'
import { nextStepTitle, describeOutcome } from './transaction-words.ts'

const [FIRST, LAST] = ['2026-11-22T01:00:00.000Z', '2026-11-22T01:05:00.000Z']
const record = (
  status: TransactionState,
  approval?: Partial<NonNullable<Transaction['approval']>>,
): Transaction =>
  exampleTransaction({
    status,
    updatedAtDatetime: LAST,
    ...(approval && { approval: { expiresAtDatetime: '2026-11-22T01:15:00.000Z', ...approval } }),
  })
const kinds = (of: Transaction) => stepsOfRecord(of).map(({ kind }) => kind)

describe('the steps of a plain record', () => {
  test('behavior: every state ends with its own step, and no step appears twice', () => {
    for (const status of TRANSACTION_STATES) {
      const shown = kinds(record(status, { decidedAtDatetime: LAST }))
      expect(new Set(shown).size, status).toBe(shown.length)
    }
    expect(kinds(record('SUBMITTED'))).toEqual(['submitted', 'sent'])
    expect(kinds(record('PENDING_USER_APPROVAL', {}))).toEqual(['submitted', 'held'])
    expect(kinds(record('EXPIRED', {})).at(-1)).toBe('expired')
    expect(
      kinds(
        record('CONFIRMED', { notifiedAtDatetime: FIRST, seenAtDatetime: FIRST, decidedAtDatetime: LAST }),
      ),
    ).toEqual(['submitted', 'held', 'notified', 'seen', 'approved', 'confirmed'])
  })

  test('behavior: a decision without a time has the time of the last change, and a report keeps its name', () => {
    expect(stepsOfRecord(record('REJECTED', {})).at(-1)).toEqual({ kind: 'declined', atDatetime: LAST })
    expect(kinds(record('REJECTED', { reported: true, decidedAtDatetime: LAST }))).toEqual([
      'submitted',
      'held',
      'reported',
    ])
  })
})

describe('a record without its owner', () => {
  test('behavior: a pending record has the seconds left and never the number, and an ended one has neither', () => {
    const waiting = withoutOwner(record('PENDING_USER_APPROVAL', { number: 42 }), Date.parse(LAST))
    expect(waiting.secondsLeft).toBe(600)
    expect(waiting.approval).not.toHaveProperty('number')
    expect(withoutOwner(record('EXPIRED', {}), Date.parse(LAST))).not.toHaveProperty('secondsLeft')
    expect(withoutOwner(record('PENDING_USER_APPROVAL', {}), Date.parse('2027-01-01')).secondsLeft).toBe(0)
  })

  test('behavior: a record not decided in time has no time left and an unknown outcome', () => {
    const known = {
      ...record('PENDING_USER_APPROVAL', {}),
      learntFrom: 'execute',
      outcomeUnreported: true,
    } as const
    const overdue = withoutOwner(known, Date.parse(LAST))
    expect(overdue).not.toHaveProperty('secondsLeft')
    expect(nextStepTitle(overdue)).toBeNull()
    expect(describeOutcome(overdue)?.what).toContain('reported no decision')
  })

  test('behavior: a failure reported by a hosted service can be executed until its signature expires', () => {
    const failed = { ...record('FAILED'), learntFrom: 'webhook' } as const
    const end = 1_900_000_000_000
    expect(withoutOwner(failed, end - 1).executableUntil).toBe(new Date(end).toISOString())
    expect(withoutOwner(failed, end)).not.toHaveProperty('executableUntil')
    expect(withoutOwner(record('FAILED'), end - 1)).not.toHaveProperty('executableUntil')
  })
})
