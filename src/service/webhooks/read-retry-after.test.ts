import { expect, test } from 'vitest'
import { readRetryAfter } from './read-retry-after.ts'

const NOW = new Date('2026-11-29T12:00:00Z')

test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Sun, 29 Nov 2026 12:01:00 GMT', 60_000],
  ['Sun, 29 Nov 2026 11:00:00 GMT', null],
  ['0', null],
  ['-1', null],
  ['1.5', 1_500],
  ['49.9', 49_900],
  ['Sunday, 29-Nov-26 12:01:00 GMT', 60_000],
  ['Sun Nov 29 12:01:00 2026', 60_000],
  ['2026-11-29T13:01:00+01:00', 60_000],
  ['2026-11-29', null],
  ['30 seconds', null],
  ['12/31', null],
  ['-5.5', null],
  ['soon', null],
  ['', null],
  [undefined, null],
  [['5', '6'], 5_000],
])('param: %j → %s ms', (header, waitMs) => {
  expect(readRetryAfter(header, NOW)).toBe(waitMs)
})
