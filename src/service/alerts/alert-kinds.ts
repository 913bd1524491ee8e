import { sql, type RawBuilder } from 'kysely'
import type { AlertKind } from '#protocol/alerts.ts'
import type { Context } from '#service/context.ts'
import { readRelayer } from '#service/execution/get-overview.ts'
import { recoveryProposals } from './recovery-proposals.ts'

/** What is to be raised: its organization, and what it is about (`alertSchema`). */
export type Finding = { organizationId: string; subject: string; name: string }

/** All findings of a kind at a time. `done` follows once they are stored, and answers whether there is more at once. */
export type Found = { findings: readonly Finding[]; done?: () => Promise<boolean> }

/** `undefined`: not known at present, so nothing is raised or cleared. */
export type LookAt = (now: Date) => Promise<Found | undefined>

/** A kind that counts clears when its cause was not found for `quietMs`; others as soon as it is gone. */
export type KindRow = { kind: AlertKind; quietMs: number; lookAt: LookAt }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** At the pace of the last week. */
const RELAYER_DAYS_MIN = 3
const WEBHOOK_FAILING_MS = 10 * MINUTE_MS
/** Within an hour, of one key. */
const KEY_REFUSALS_MIN = 50
const POLICY_REFUSALS_MIN = 1
/** Within an hour, and so many times as many as in an hour of the day before. */
const FAILURES_MIN = 5
const FAILURES_FACTOR = 3

type Parts = Pick<Context, 'db' | 'chain' | 'relay' | 'settings'>

/** The kinds that the service looks for, what each looks at, and its threshold (ADR 0028). */
export function alertKinds(ctx: Parts): KindRow[] {
  const found = async (query: RawBuilder<Finding>): Promise<Found> => ({
    findings: (await query.execute(ctx.db)).rows,
  })
  const state = (kind: AlertKind, lookAt: LookAt): KindRow => ({ kind, quietMs: 0, lookAt })
  const count = (kind: AlertKind, query: (now: Date) => RawBuilder<Finding>): KindRow => ({
    kind,
    quietMs: HOUR_MS,
    lookAt: (now) => found(query(now)),
  })
  return [
    state('relayer-low', async (now) => {
      const relayer = await readRelayer(ctx, now)
      if (relayer === null) return undefined
      const { state: funds, daysLeft } = relayer
      if (funds === 'enough' && (daysLeft === null || daysLeft >= RELAYER_DAYS_MIN)) return { findings: [] }
      return found(sql`select id as "organizationId", '' as subject, '' as name from organizations`)
    }),
    state('webhook-failing', async (now) => {
      const { findings } = await found(failingWebhooks(now))
      return { findings: findings.map((one) => ({ ...one, name: new URL(one.name).host })) }
    }),
    state('key-exposed', (now) => found(exposedKeys(now))),
    count('key-refused', (now) =>
      refusals(now, sql`status in (401, 403, 429) and code <> 'POLICY_REFUSED'`, KEY_REFUSALS_MIN),
    ),
    count('policy-refused', (now) => refusals(now, sql`code = 'POLICY_REFUSED'`, POLICY_REFUSALS_MIN)),
    count('failure-spike', failureSpikes),
    state('recovery-proposed', recoveryProposals(ctx)),
  ]
}

/** Those that the service disabled stay in it until they are enabled or deleted. */
function failingWebhooks(now: Date): RawBuilder<Finding> {
  const since = new Date(now.getTime() - WEBHOOK_FAILING_MS)
  return sql`
    select organization_id as "organizationId", id as subject, url as name from webhook_endpoints
    where (enabled and failing_since <= ${since}) or disabled_reason <> 'manual'`
}

const KEY_NAME = sql`coalesce(nullif(api_keys.label, ''), api_keys.start)`

/** Until the key is rotated or the alarm dismissed, as on the console's page. */
function exposedKeys(now: Date): RawBuilder<Finding> {
  return sql`
    select organization_id as "organizationId", id as subject, ${KEY_NAME} as name from api_keys
    where exposed_at is not null and revoked_at is null and replaced_by is null
      and (expires_at is null or expires_at > ${now})
      and (exposure_dismissed_at is null or exposure_dismissed_at < exposed_at)`
}

/** Keys with so many such refusals in their request log within an hour. */
function refusals(now: Date, such: RawBuilder<unknown>, least: number): RawBuilder<Finding> {
  const since = new Date(now.getTime() - HOUR_MS)
  return sql`
    select organization_id as "organizationId", api_keys.id as subject, ${KEY_NAME} as name
    from api_keys cross join lateral (
      select count(*) as count from (
        select from api_key_requests
        where key_id = api_keys.id and answered_at >= ${since} and code is not null and ${such}
        limit ${least}) counted) refused
    where refused.count >= ${least}`
}

function failureSpikes(now: Date): RawBuilder<Finding> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  return sql`
    select id as "organizationId", '' as subject, '' as name
    from organizations cross join lateral (
      select count(*) filter (where created_at >= ${hoursAgo(1)}) as recent, count(*) as day
      from transactions
      where organization_id = organizations.id and state = 'FAILED' and created_at >= ${hoursAgo(25)}) failed
    where recent >= ${FAILURES_MIN} and recent * 24 >= (day - recent) * ${FAILURES_FACTOR}`
}
