import { expect, test } from 'vitest'
import type { AuditEntry } from '#protocol/audit.ts'
import { buildEntry } from '#web/console/testing/audit-entries.ts'
import { groupActs } from './audit-acts.ts'

const WALLET = '0xAAAA'
const prepared = (at: string, changes: Partial<AuditEntry> = {}) =>
  buildEntry({
    action: 'erc20-transfer.prepared',
    details: { walletAddress: WALLET },
    occurredAtDatetime: `2026-11-30T${at}Z`,
    requestId: `prepare ${at}`,
    ...changes,
  })
const executed = (at: string, changes: Partial<AuditEntry> = {}) =>
  buildEntry({
    action: 'transaction.executed',
    details: { walletAddress: WALLET.toLowerCase() },
    occurredAtDatetime: `2026-11-30T${at}Z`,
    requestId: `execute ${at}`,
    ...changes,
  })
/** The times of the entries of each act. */
const listTimes = (entries: readonly AuditEntry[]) =>
  groupActs(entries).map((act) => act.map(({ occurredAtDatetime }) => occurredAtDatetime.slice(11, 16)))

test('behavior: a transaction and the calls prepared for it are one act', () => {
  const other = buildEntry({ action: 'api-key.issued', occurredAtDatetime: '2026-11-30T10:02:00Z' })
  const entries = [executed('10:03:00'), other, prepared('10:01:00'), prepared('10:00:00')]
  expect(listTimes(entries)).toEqual([['10:03', '10:01', '10:00'], ['10:02']])
})

test('behavior: a prepared call belongs to the next transaction, not to a later one', () => {
  const entries = [executed('10:03:00'), prepared('10:02:00'), executed('10:01:00'), prepared('10:00:00')]
  expect(listTimes(entries)).toEqual([
    ['10:03', '10:02'],
    ['10:01', '10:00'],
  ])
})

test.each([
  ['another person', { actor: { id: 'ben', name: 'Ben' } }],
  ['another wallet', { details: { walletAddress: '0xBBBB' } }],
  ['an hour before', { occurredAtDatetime: '2026-11-30T09:00:00Z' }],
])('behavior: a call prepared by or for %s is an act of its own', (_, changes) => {
  expect(groupActs([executed('10:01:00'), prepared('10:00:00', changes)])).toHaveLength(2)
})

test('behavior: entries of one request are one act', () => {
  const saved = ['a', 'b', 'c'].map((target) =>
    buildEntry({ action: 'address.saved', target, requestId: 'import' }),
  )
  expect(groupActs(saved)).toEqual([saved])
})
