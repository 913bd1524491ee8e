import { beforeAll, expect, test } from 'vitest'
import { CONSOLE_TEXTS } from '#web/console/app/load-first-screen.ts'
import { offerTexts, showLanguage } from '#web/ui/text.ts'
import { formatAbsolute, formatDay, formatDue, formatRelative, formatShort, spanText } from './display.ts'

beforeAll(() => offerTexts(CONSOLE_TEXTS))
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
])('behavior: %s → %s', (datetime, text) => {
  expect(formatRelative(datetime, NOW_MS)).toBe(text)
})

test('behavior: a deadline within a minute reads as the future', () => {
  const due = (second: string) => formatRelative(`2026-11-21T12:00:${second}Z`, NOW_MS, true)
  expect([due('05'), due('59'), due('00')]).toEqual(['in a moment', 'in a moment', 'just now'])
  expect(formatRelative('2026-11-21T11:59:55Z', NOW_MS, true)).toBe('just now')
})

test.each([
  ['2027-02-18T12:00:00Z', 'its date'],
  ['2026-11-22T11:59:00Z', 'its date'],
  ['2026-11-21T12:59:00Z', 'in 59 minutes'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
])('behavior: expiry at %s → %s', (datetime, text) => {
  expect(formatDue(datetime, NOW_MS)).toBe(text === 'its date' ? formatShort(datetime, NOW_MS) : text)
})

test.each([
  ['en', 'Nov 2, 08:06', 'Dec 31, 2025, 23:59', 'Nov 2', 'Dec 31, 2025'],
  ['de', '2. Nov., 08:06', '31. Dez. 2025, 23:59', '2. Nov.', '31. Dez. 2025'],
  ['es', '2 nov, 08:06', '31 dic 2025, 23:59', '2 nov', '31 dic 2025'],
] as const)(
  'behavior: a date in %s has 24 hours, and its year if it is another one',
  async (language, ...texts) => {
    await showLanguage(language)
    // Times of the reader's zone, whose name follows.
    const [soon, before] = [new Date(2026, 10, 2, 8, 6, 40), new Date(2025, 11, 31, 23, 59)]
    const withoutZone = (text: string) => text.replace(/ \S+$/, '')
    expect([
      withoutZone(formatShort(soon.toISOString(), NOW_MS)),
      withoutZone(formatShort(before.toISOString(), NOW_MS)),
      formatDay('2026-11-02', NOW_MS),
      formatDay('2025-12-31', NOW_MS),
    ]).toEqual(texts)
    await showLanguage('en')
  },
)

test('behavior: an absolute time has its year and its seconds', () => {
  expect(formatAbsolute(new Date(2026, 10, 2, 8, 6, 40).toISOString())).toMatch(/^Nov 2, 2026, 08:06:40 \S+$/)
})

test.each([
  ['en', ['2 days ago', 'in 3 weeks', '1 minute ago']],
  ['de', ['vorgestern', 'in 3 Wochen', 'vor 1 Minute']],
  ['es', ['anteayer', 'dentro de 3 semanas', 'hace 1 minuto']],
] as const)('behavior: relative times in %s have the words of Intl', async (language, texts) => {
  await showLanguage(language)
  const datetimes = ['2026-11-19T11:00:00Z', '2026-12-13T12:00:00Z', '2026-11-21T11:58:30Z']
  expect(datetimes.map((datetime) => formatRelative(datetime, NOW_MS))).toEqual(texts)
  await showLanguage('en')
})

test.each([
  [0, '0 seconds'],
  [59.9, '59 seconds'],
  [60, '1 minute'],
  [125, '2 minutes 5 seconds'],
  [3_605, '1 hour 5 seconds'],
  [90_000, '1 day 1 hour'],
])('behavior: %s seconds → %s', (seconds, text) => {
  expect(spanText(seconds)).toBe(text)
})
