import { expect, test } from 'vitest'
import { TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import { LatchkeyOutcomeEvent } from './events.ts'

test('behavior: every state has an event of its name, which reaches the page with the same detail', () => {
  const digest = `0x${'ab'.repeat(32)}` as const
  const events = TRANSACTION_STATES.map((status) => new LatchkeyOutcomeEvent({ digest, status }))
  expect(events.map(({ type }) => type)).toEqual([
    'latchkey-held',
    'latchkey-approved',
    'latchkey-submitted',
    'latchkey-confirmed',
    'latchkey-failed',
    'latchkey-declined',
    'latchkey-expired',
    'latchkey-withdrawn',
  ])
  for (const { bubbles, composed, detail } of events) {
    expect([bubbles, composed, detail.digest]).toEqual([true, true, digest])
  }
})
