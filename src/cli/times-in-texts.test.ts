import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AGREE_SECONDS_MAX } from '#bff/doctor/run-doctor.ts'
import { RECOVERY_LINK_SECONDS } from '#bff/members/start-recovery.ts'
import { WIDGET_TOKEN_SECONDS } from '#bff/widget/widget-token.ts'
import { KEY_USAGE_DAYS } from '#protocol/api-key-requests.ts'
import {
  APPROVAL_CARRIED_SECONDS_MAX,
  EXECUTE_EXPIRATION_SECONDS_MAX,
  HELD_MARGIN_SECONDS,
} from '#protocol/limits.ts'
import { WEBHOOK_TOLERANCE_SECONDS } from '#server-kit/webhooks/webhook-signature.ts'
import { RELAYER_DAYS_MIN, WEBHOOK_FAILING_MS } from '#service/alerts/alert-kinds.ts'
import { CLOCK_WAIT_MS_MAX } from '#service/chain/get-clocks.ts'
import { MONTH_DAYS } from '#service/execution/get-overview.ts'
import { DRY_RUN_DAYS } from '#service/policies/dry-run-policy.ts'
import { DAY_MS } from '#service/policies/read-day.ts'
import { EVENT_LIFETIME_MS } from '#service/webhooks/delete-old-events.ts'
import { DELIVERY_TIMEOUT_MS } from '#service/webhooks/delivery-worker.ts'
import { FAILING_MAX_MS, RETRY_DELAYS_MS } from '#service/webhooks/record-attempt.ts'
import { PREVIOUS_SECRET_MS } from '#service/webhooks/rotate-webhook-secret.ts'
import { REFETCH_INTERVAL_MS } from '#web/console/lib/live-events.ts'

const SOURCES = new URL('..', import.meta.url).pathname
const AREAS = ['web', 'service', 'bff']

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/**
 * The times that a text states, in seconds and in the order of the text. The key is the beginning of the text. The
 * values are the constants that decide the times.
 */
const STATED: Record<string, readonly number[]> = {
  'Whoever has the link can add a passkey': [RECOVERY_LINK_SECONDS],
  'The connected service has no live events': [REFETCH_INTERVAL_MS / 1_000],
  'Successful requests by day (UTC).': [KEY_USAGE_DAYS * DAY],
  'The key was not used in': [KEY_USAGE_DAYS * DAY],
  'Test against the last': [DRY_RUN_DAYS * DAY],
  'Testing against the last': [KEY_USAGE_DAYS * DAY],
  'Every response to this key’s requests': [KEY_USAGE_DAYS * DAY],
  'All keys together': [KEY_USAGE_DAYS * DAY],
  'If no decision is reported in time': [HELD_MARGIN_SECONDS],
  'Each stays open for {minutes} minutes': [HELD_MARGIN_SECONDS],
  'It is within a minute': [AGREE_SECONDS_MAX],
  'The page’s server and this one': [AGREE_SECONDS_MAX],
  'It treats widget tokens': [
    WIDGET_TOKEN_SECONDS,
    WEBHOOK_TOLERANCE_SECONDS,
    EXECUTE_EXPIRATION_SECONDS_MAX,
  ],
  'No node responded within': [CLOCK_WAIT_MS_MAX / 1_000],
  'There is no Date header': [WEBHOOK_TOLERANCE_SECONDS],
  'Gas, last': [MONTH_DAYS * DAY],
  'No change in 30': [MONTH_DAYS * DAY],
  '+{count} in 30': [MONTH_DAYS * DAY],
  '+{by} vs previous 30': [MONTH_DAYS * DAY],
  '−{by} vs previous 30': [MONTH_DAYS * DAY],
  '{refused} of {all, plural, one {# transaction}': [DRY_RUN_DAYS * DAY],
  'Each stays open until a minute': [HELD_MARGIN_SECONDS],
  'For each wallet, in any': [DAY_MS / 1_000],
  'Each wallet sends at most {amount} in any': [DAY_MS / 1_000],
  'Relayer funds low': [RELAYER_DAYS_MIN * DAY],
  'Webhook endpoint failing for': [WEBHOOK_FAILING_MS / 1_000],
  'Sign it again with “Repeat”': [APPROVAL_CARRIED_SECONDS_MAX],
  'Respond to every event': [DELIVERY_TIMEOUT_MS / 1_000],
  'It receives a POST': [DELIVERY_TIMEOUT_MS / 1_000],
  'Disabled after': [FAILING_MAX_MS / 1_000],
  'All deliveries have failed since': [FAILING_MAX_MS / 1_000],
  'Disabled {when}. Events since': [EVENT_LIFETIME_MS / 1_000],
  'In your own time zone': [EVENT_LIFETIME_MS / 1_000],
  'Up to ten attempts': [75 * HOUR],
  'You get a new secret.': [PREVIOUS_SECRET_MS / 1_000],
}

/** Beginnings of texts whose times are not limits: an option to choose, an estimate, or the period of a count. */
const NOT_LIMITS = [
  'Last ',
  '30 days',
  'In 30 days',
  'In 90 days',
  '1 day',
  '1 hour',
  '1 minute',
  '15 minutes',
  'DNS changes can take',
  'Your objection was sent',
  'All it takes is',
  'Limit for ',
  'Any amount can be sent in a day',
  'API key refused 50 times',
  'Failure spike',
  'Transactions, last 24 hours',
  'Failed, last 24 hours',
  'As many as the 24 hours',
  '{count} more than the 24 hours',
  '{count} fewer than the 24 hours',
]

const NUMBERS: Record<string, number> = { a: 1, an: 1, two: 2, three: 3, five: 5, ten: 10, fifteen: 15 }
const UNITS: Record<string, number> = { second: 1, minute: MINUTE, hour: HOUR, day: DAY }
const TIME =
  /\b(?<count>\d+|a|an|two|three|five|ten|fifteen) (?<unit>second|minute|hour|day)s?\b(?! passkey| time)/gi

/** Reads the times in an English text, in seconds. */
function readTimes(text: string): number[] {
  return [...text.matchAll(TIME)].map(({ groups }) => {
    const count = groups?.['count']?.toLowerCase() ?? ''
    return (NUMBERS[count] ?? Number(count)) * (UNITS[groups?.['unit']?.toLowerCase() ?? ''] ?? Number.NaN)
  })
}

/** Returns the English texts of the pages and mails: the keys of the German catalogues. */
function findTexts(): string[] {
  const files = AREAS.flatMap((area) =>
    readdirSync(join(SOURCES, area), { recursive: true, encoding: 'utf8' })
      .filter((file) => /texts[\\/]de\.json$/.test(file))
      .map((file) => join(SOURCES, area, file)),
  )
  return files.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8'))))
}

const timed = findTexts().filter((text) => readTimes(text).length > 0)

describe('times in texts', () => {
  test.each(Object.entries(STATED))('param: “%s …” states the time of its constant', (beginning, seconds) => {
    const texts = timed.filter((text) => text.startsWith(beginning))
    expect(texts).not.toEqual([])
    for (const text of texts) expect(readTimes(text), text).toEqual(seconds)
  })

  test('error: a text with a time needs a row', () => {
    const known = [...Object.keys(STATED), ...NOT_LIMITS]
    expect(timed.filter((text) => !known.some((beginning) => text.startsWith(beginning)))).toEqual([])
  })

  test('param: webhooks are retried for the time that the text states', () => {
    const hours = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0) / 3_600_000
    expect([Math.floor(hours), RETRY_DELAYS_MS.length + 1]).toEqual([75, 10])
  })
})
