import { sql, type RawBuilder } from 'kysely'
import { ACT_ALERT_MS, LOOSENING_KINDS, type AlertKind } from '#protocol/alerts.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { HasChain, HasConfirmations, HasDatabase, HasRelay } from '#service/context-parts.ts'
import { readRelayer } from '#service/execution/get-overview.ts'
import { addedKeys, coSignerRemovals } from './authority-alerts.ts'
import { recoveryProposals } from './recovery-proposals.ts'
import type { Finding, LookAt } from './tables.ts'

/** `quietMs`: how long the cause must be gone before the alert clears, in milliseconds. */
export type KindRow = { kind: AlertKind; quietMs: number; lookAt: LookAt }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The alert is raised if the balance lasts fewer days than this at the spending rate of the last week. */
export const RELAYER_DAYS_MIN = 3
export const WEBHOOK_FAILING_MS = 10 * MINUTE_MS
/** The alert is raised at this number of refusals of one key within an hour. */
const KEY_REFUSALS_MIN = 50
const POLICY_REFUSALS_MIN = 1
/** Minimum failures within an hour for an alert. */
const FAILURES_MIN = 5
/** Minimum failures within an hour for an alert, as a multiple of the previous day's hourly average. */
const FAILURES_FACTOR = 3
/** Time for which an alert about an act that cannot be undone stays raised, in milliseconds. */
const UNAPPROVED_MS = 72 * HOUR_MS

/** The kinds that the service evaluates, each with its query and its threshold (ADR 0028). */
export function alertKinds(ctx: HasChain & HasDatabase & HasRelay & HasConfirmations): KindRow[] {
  const find = async (query: RawBuilder<Finding>) => (await query.execute(ctx.db)).rows
  const keyRefused = sql`status in (401, 403, 429) and code <> 'POLICY_REFUSED'`
  const policyRefused = sql`code = 'POLICY_REFUSED'`
  const relayerLow: LookAt = async (now) => {
    const relayer = await readRelayer(ctx, now)
    if (relayer === null) return undefined
    const isLow = relayer.state !== 'enough' || (relayer.daysLeft ?? RELAYER_DAYS_MIN) < RELAYER_DAYS_MIN
    return isLow ? find(sql`select id as "organizationId", '' as subject, '' as name from organizations`) : []
  }
  const state = (kind: AlertKind, lookAt: LookAt) => ({ kind, quietMs: 0, lookAt })
  const count = (kind: AlertKind, lookAt: LookAt) => ({ kind, quietMs: HOUR_MS, lookAt })
  return [
    state('relayer-low', relayerLow),
    state('webhook-failing', (now) => find(failingWebhooks(now))),
    state('key-exposed', (now) => find(exposedKeys(now))),
    state('recovery-proposed', recoveryProposals(ctx)),
    state('co-signer-removal', coSignerRemovals(ctx)),
    state('key-added', addedKeys(ctx)),
    state('executed-unapproved', (now) => executedUnapproved(ctx, now)),
    state('approvers-missing', () => find(POLICIES_WITHOUT_APPROVERS)),
    count('key-refused', (now) => find(refusals(now, keyRefused, KEY_REFUSALS_MIN))),
    count('policy-refused', (now) => find(refusals(now, policyRefused, POLICY_REFUSALS_MIN))),
    count('failure-spike', (now) => find(failureSpikes(now))),
    // The act itself raises these alerts (`raise-loosening.ts`). The rows here only clear them.
    ...LOOSENING_KINDS.map((kind): KindRow => ({ kind, quietMs: ACT_ALERT_MS, lookAt: async () => [] })),
  ]
}

/** Endpoints that the service disabled count as failing until they are enabled or deleted. */
function failingWebhooks(now: Date): RawBuilder<Finding> {
  const since = new Date(now.getTime() - WEBHOOK_FAILING_MS)
  return sql`
    select organization_id as "organizationId", id as subject, substring(url from '//([^/?]+)') as name
    from webhook_endpoints where (enabled and failing_since <= ${since}) or disabled_reason <> 'manual'`
}

const OF_KEY = sql`api_keys.organization_id as "organizationId", api_keys.id as subject,
  coalesce(nullif(api_keys.label, ''), api_keys.start) as name`

/**
 * Exposed keys that are still valid, unless their alarm was dismissed after the last exposure. The console shows the
 * same keys.
 */
function exposedKeys(now: Date): RawBuilder<Finding> {
  return sql`
    select ${OF_KEY} from api_keys
    where exposed_at is not null and revoked_at is null and replaced_by is null
      and (expires_at is null or expires_at > ${now})
      and (exposure_dismissed_at is null or exposure_dismissed_at < exposed_at)`
}

/** Keys whose request log of the last hour has at least `least` refusals that match the condition `such`. */
function refusals(now: Date, such: RawBuilder<unknown>, least: number): RawBuilder<Finding> {
  const since = new Date(now.getTime() - HOUR_MS)
  return sql`
    select ${OF_KEY} from api_keys cross join lateral (
      select from api_key_requests
      where key_id = api_keys.id and answered_at >= ${since} and code is not null and ${such}
      order by answered_at offset ${least - 1} limit 1) refused`
}

/**
 * Finds executions that bypassed an approval or a policy. Returns one finding for each transaction, and one for each
 * wallet whose executed calls could not be read.
 */
async function executedUnapproved({ db }: HasDatabase, now: Date): Promise<Finding[]> {
  const since = new Date(now.getTime() - UNAPPROVED_MS)
  const transactions = await sql<Finding>`
    select organization_id as "organizationId", id::text as subject, id::text as name from transactions
    where state = 'CONFIRMED' and bypassed is not null and updated_at > ${since}
      and not exists (select from unread_executions as unread where unread.digest = transactions.digest)`.execute(
    db,
  )
  const unread = await sql<{ organizationId: string; address: string; label: string }>`
    select distinct unread.organization_id as "organizationId", wallet.address, wallet.label
    from unread_executions as unread
    join wallets as wallet on wallet.address = unread.wallet_address and wallet.status <> 'failed'
    where unread.found_at > ${since}`.execute(db)
  const wallets = unread.rows.map(({ organizationId, address, label }) => {
    const subject = checksumAddress(address)
    return { organizationId, subject, name: label || subject }
  })
  return [...transactions.rows, ...wallets]
}

/** Approval policies that require more approvals than they name people who may still approve. */
const POLICIES_WITHOUT_APPROVERS: RawBuilder<Finding> = sql`
  select organization_id as "organizationId", id::text as subject, name from policies
  where enabled and jsonb_path_exists(rule, '$.approvers[*].removed') and rule->>'kind' = 'approval' and (
    select count(*) from jsonb_array_elements(rule->'approvers') as named (one) where one->'removed' is null
  ) < coalesce((rule->>'approvalsRequired')::integer, 1)`

function failureSpikes(now: Date): RawBuilder<Finding> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  return sql`
    select "organizationId", '' as subject, '' as name from (
      select organization_id as "organizationId", count(*) filter (where created_at >= ${hoursAgo(1)}) as recent,
        count(*) as day
      from transactions where rare_state = 'FAILED' and created_at >= ${hoursAgo(25)} group by organization_id) failed
    where recent >= ${FAILURES_MIN} and recent * 24 >= (day - recent) * ${FAILURES_FACTOR}`
}
