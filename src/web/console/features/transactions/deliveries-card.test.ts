import { expect, test } from 'vitest'
import { nextTryText } from '#web/console/lib/format-time.ts'
import { attemptText } from './transaction-facts-card.tsx'

test('behavior: a delivery tells how often it was tried and what came of the last time', () => {
  const attempt = {
    attemptedAtDatetime: '2026-11-22T01:00:00.000Z',
    durationMs: 12,
    delivered: false,
    responseStatus: 500,
    responseBytes: 0,
    problem: null,
  }
  expect(attemptText({ attempts: [] })).toBe('Not attempted yet.')
  expect(attemptText({ attempts: [attempt] })).toBe('1 attempt, the last answered with 500 after 12 ms.')
  expect(attemptText({ attempts: [{ ...attempt, responseStatus: null, problem: 'timeout' }, attempt] })).toBe(
    '2 attempts, the last without an answer (timeout) after 12 ms.',
  )
})

test('behavior: the next try is in a moment, or in so many minutes', () => {
  const nowMs = Date.parse('2026-11-22T01:00:00Z')
  expect(nextTryText('2026-11-22T01:00:05Z', nowMs)).toBe('The next attempt is in a moment.')
  expect(nextTryText('2026-11-22T01:30:05Z', nowMs)).toBe('The next attempt is in 30 minutes.')
})
