import { expect, test } from 'vitest'
import { nextTryText } from '#web/console/lib/display.ts'

test('behavior: the next attempt is in a moment or in a number of minutes', () => {
  const nowMs = Date.parse('2026-11-22T01:00:00Z')
  expect(nextTryText('2026-11-22T01:00:05Z', nowMs)).toBe('The next attempt is in a moment.')
  expect(nextTryText('2026-11-22T01:30:05Z', nowMs)).toBe('The next attempt is in 30 minutes.')
})
