import { expect, test } from 'vitest'
import { waitingText } from './organization-transactions.tsx'

test('behavior: a full first page shows that there may be more', () => {
  const page = { transactions: [], receivedAtMs: 0, ownersKnown: true }
  expect(waitingText({ ...page, nextCursor: null })).toBe('0')
  expect(waitingText({ ...page, nextCursor: 'abc' })).toBe('0+')
})
