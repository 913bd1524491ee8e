import { expect, test } from 'vitest'
import type { MessageWarning } from './message-reading.ts'
import { MESSAGE_WARNINGS } from './message-severity.ts'

const SEVERITY: Record<MessageWarning, 'caution' | 'danger'> = {
  account: 'danger',
  chain: 'danger',
  early: 'danger',
  expired: 'danger',
  foreign: 'danger',
  gives: 'danger',
  hidden: 'caution',
  malformed: 'danger',
  site: 'danger',
  unread: 'danger',
  uri: 'caution',
}
const MAY_MOVE: Record<MessageWarning, boolean> = {
  account: false,
  chain: false,
  early: false,
  expired: false,
  foreign: true,
  gives: true,
  hidden: false,
  malformed: false,
  site: false,
  unread: true,
  uri: false,
}

test('behavior: each warning of a message → its severity, and whether the signature may move assets', () => {
  const column = (name: 'severity' | 'mayMove') =>
    Object.fromEntries(Object.entries(MESSAGE_WARNINGS).map(([code, row]) => [code, row[name]]))
  expect(column('severity')).toEqual(SEVERITY)
  expect(column('mayMove')).toEqual(MAY_MOVE)
})
