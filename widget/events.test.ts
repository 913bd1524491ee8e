import { expect, test } from 'vitest'
import { TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import { LatchkeyCancelledEvent, LatchkeyOutcomeEvent, walletEvent } from './events.ts'
import { emit } from './frame/serve-guest.ts'

test('behavior: each state has its own event, which reaches the page with the same detail', () => {
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

test('behavior: JSON of a detail has its amounts as decimal texts, and the detail keeps its bigints', () => {
  const detail = { walletAddress: '0xabc', tokenAddress: '0xdef', units: 2n ** 64n }
  const { detail: own } = walletEvent('received', detail)
  const printed = { walletAddress: '0xabc', tokenAddress: '0xdef', units: '18446744073709551616' }
  expect(JSON.parse(JSON.stringify(own))).toEqual(printed)
  expect(own).toEqual(detail)
  expect(Object.keys(own)).toEqual(Object.keys(detail))
  // The same object may be dispatched twice, and a frame passes it on as a copy.
  walletEvent('received', own)
  const target = new EventTarget()
  const heard: unknown[] = []
  target.addEventListener('latchkey-received', (event) =>
    heard.push(event instanceof CustomEvent && event.detail),
  )
  const element = { getAttribute: () => null, dispatchEvent: (event: Event) => target.dispatchEvent(event) }
  emit({ element }, 'latchkey-received', structuredClone(own))
  expect(JSON.parse(JSON.stringify(heard))).toEqual([printed])
  expect(JSON.stringify(new LatchkeyCancelledEvent().detail)).toBe('null')
})
