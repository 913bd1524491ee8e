import { expect, test } from 'vitest'
import { formatRelative, spanText } from './format-time.ts'
import { LANGUAGES, showLanguage } from './language.ts'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:10Z', 'just now'],
  ['2026-11-21T12:00:40Z', 'in a moment'],
  ['2026-11-21T11:57:05Z', '2 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-30T12:00:00Z', 'next week'],
  ['2025-10-01T12:00:00Z', 'last year'],
])('behavior: %s is %s', (datetime, text) => {
  expect(formatRelative(datetime, NOW_MS)).toBe(text)
})

const UNIT_SECONDS = {
  year: 31_536_000,
  month: 2_592_000,
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
}
/** So many of each that the next larger unit is not reached. */
const COUNTS = {
  year: [1, 2, 3, 30],
  month: [1, 2, 5, 11],
  week: [1, 2, 3],
  day: [1, 2, 3, 6],
  hour: [1, 2, 3, 23],
  minute: [1, 2, 3, 59],
}

test.each(LANGUAGES)('behavior: the words of relative times in %s are those of Intl', async (language) => {
  await showLanguage(language)
  const intl = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' })
  for (const unit of ['year', 'month', 'week', 'day', 'hour', 'minute'] as const) {
    for (const count of COUNTS[unit].flatMap((one) => [one, -one])) {
      const datetime = new Date(NOW_MS + count * UNIT_SECONDS[unit] * 1_000).toISOString()
      expect(formatRelative(datetime, NOW_MS)).toBe(intl.format(count, unit))
    }
  }
  await showLanguage('en')
})

test.each([
  [0, '0 seconds'],
  [59.9, '59 seconds'],
  [60, '1 minute'],
  [125, '2 minutes 5 seconds'],
  [3_605, '1 hour 5 seconds'],
  [90_000, '1 day 1 hour'],
])('behavior: %s seconds are %s', (seconds, text) => {
  expect(spanText(seconds)).toBe(text)
})
