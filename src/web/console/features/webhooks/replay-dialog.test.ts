import { expect, test } from 'vitest'
import { localMinute, replayBeginning, replayChoices } from './replay-dialog.tsx'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
const DISABLED = '2026-11-19T08:00:00.000Z'

test.each([
  ['hour', '2026-11-21T11:00:00.000Z'],
  ['day', '2026-11-20T12:00:00.000Z'],
  ['week', '2026-11-14T12:00:00.000Z'],
  ['disabled', DISABLED],
] as const)('behavior: the period %s begins at %s', (period, beginning) => {
  expect(replayBeginning({ period, chosen: '' }, { nowMs: NOW_MS, disabledAtDatetime: DISABLED })).toBe(
    beginning,
  )
})

test('behavior: reads a chosen minute in the reader’s time zone', () => {
  const chosen = localMinute(NOW_MS - 60_000)
  const context = { nowMs: NOW_MS, disabledAtDatetime: null }
  expect(replayBeginning({ period: 'chosen', chosen }, context)).toBe('2026-11-21T11:59:00.000Z')
})

test.each([[''], ['2026-13-45T00:00'], [localMinute(NOW_MS + 120_000)]])(
  'error: %j is not a valid start',
  (chosen) => {
    const context = { nowMs: NOW_MS, disabledAtDatetime: null }
    expect(replayBeginning({ period: 'chosen', chosen }, context)).toBeUndefined()
  },
)

test('behavior: an endpoint that was never disabled has no choice to replay since then', () => {
  expect(replayChoices(null).map(({ value }) => value)).not.toContain('disabled')
  expect(replayChoices(DISABLED)[0]?.value).toBe('disabled')
})
