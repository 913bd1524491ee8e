import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database } from '#service/db/database.ts'
import type { WebhookTables } from './tables.ts'

/** A delivery that only this worker has until `lease` ends, with everything needed to send it. */
export type ClaimedDelivery = Pick<
  Row<'webhook_deliveries'>,
  'id' | 'organization_id' | 'endpoint_id' | 'event_id'
> &
  Pick<Row<'webhook_leases'>, 'lease_id'> &
  Pick<Row<'events'>, 'type' | 'occurred_at' | 'data'> &
  Pick<Row<'webhook_endpoints'>, 'url' | 'secret_box' | 'previous_secret_box' | 'previous_secret_until'> & {
    /** Number of attempts before this one. */
    attempts: number
    failing: boolean
  }
type Row<Table extends keyof WebhookTables> = Selectable<WebhookTables[Table]>

export type ClaimLimits = {
  /** Maximum number of deliveries to take. */
  slots: number
  /** Maximum number of deliveries to take for endpoints whose last attempt failed. */
  failingSlots: number
}

/** Maximum number of concurrent deliveries per endpoint, in all processes together. */
const ENDPOINT_MAX = 16
/**
 * Maximum number of concurrent deliveries for an endpoint whose last attempt failed. It is lower to spare the
 * endpoint.
 */
const FAILING_ENDPOINT_MAX = 1
/**
 * Maximum number of concurrent deliveries per organization, so that many endpoints do not evade the limits.
 */
const ORGANIZATION_MAX = 32
/**
 * Duration of a lease in milliseconds, longer than any attempt. After that time, other workers may take the
 * deliveries of a dead worker.
 */
const LEASE_MS = 45_000

/**
 * Takes due deliveries: from each organization in turn, and the healthy endpoints before the failing ones, so that a
 * slow or dead receiver does not keep the others waiting. No two workers take the same delivery. The statement, from
 * top to bottom:
 *
 *   waiting   each endpoint with a pending delivery, and when the earliest is due. Recursive: each step looks up the
 *             next endpoint among the pending deliveries, so that idle endpoints are not read.
 *   busy      deliveries under way, for each endpoint and for each organization
 *   due       due deliveries of each enabled endpoint, up to its limit. `turn`: the position of a delivery in its
 *             organization, behind those under way. Turn 1 of every organization comes before turn 2 of any.
 *   ranked    deliveries with turns up to ORGANIZATION_MAX. Healthy and failing endpoints are ranked separately.
 *   chosen    at most `slots` deliveries, healthy endpoints first, and at most `failingSlots` for failing ones
 *   locked    the chosen deliveries, except those that another worker is taking at this moment
 *   taken     the locked deliveries with their lease, unless another worker has one. Deliveries of a dead worker are
 *             free when its lease ends.
 */
export async function claimDeliveries(
  db: Database,
  limits: ClaimLimits,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const claimed = await sql<ClaimedDelivery>`
    with recursive waiting as (
      (${earliest(sql`true`)})
      union all
      select next.* from waiting cross join lateral (${earliest(sql`endpoint_id > waiting.endpoint_id`)}) as next),
    busy as (
      select endpoint_id, organization_id, count(*) as under_way from webhook_leases
      where ends_at > ${now} group by endpoint_id, organization_id),
    busy_organizations as (
      select organization_id, sum(under_way) as under_way from busy group by organization_id),
    due as (
      select next.id, next.due_at, endpoint.failing_since is not null as failing,
        coalesce(busy_organizations.under_way, 0)
          + row_number() over (partition by endpoint.organization_id order by next.due_at, next.id) as turn
      from waiting join webhook_endpoints as endpoint on endpoint.id = waiting.endpoint_id
      left join busy on busy.endpoint_id = endpoint.id
      left join busy_organizations on busy_organizations.organization_id = endpoint.organization_id
      cross join lateral (
        select delivery_id as id, due_at from pending_deliveries as pending
        where pending.endpoint_id = endpoint.id and pending.due_at <= ${now} and not exists (
          select from webhook_leases as lease where lease.delivery_id = pending.delivery_id and lease.ends_at > ${now})
        order by pending.due_at
        limit greatest(0, coalesce(-busy.under_way, 0)
          + case when endpoint.failing_since is null then ${ENDPOINT_MAX}::integer else ${FAILING_ENDPOINT_MAX}::integer end)) as next
      where waiting.due_at <= ${now} and endpoint.enabled),
    ranked as (
      select due.*, row_number() over (partition by failing order by turn, due_at) as rank
      from due where turn <= ${ORGANIZATION_MAX}::integer),
    chosen as (
      select id from ranked where not failing or rank <= ${limits.failingSlots}::integer
      order by failing, rank limit ${limits.slots}::integer),
    locked as (
      select id, organization_id, endpoint_id, event_id, attempts from webhook_deliveries
      where id in (select id from chosen) and status = 'pending' and due_at <= ${now}
      for update skip locked),
    taken as (
      insert into webhook_leases as lease (delivery_id, endpoint_id, organization_id, lease_id, ends_at)
      select id, endpoint_id, organization_id, gen_random_uuid(), ${leaseUntil} from locked
      on conflict (delivery_id) do update set lease_id = excluded.lease_id, ends_at = excluded.ends_at
      where lease.ends_at <= ${now}
      returning delivery_id, lease_id)
    select locked.*, taken.lease_id, events.type, events.occurred_at, events.data, endpoint.url, endpoint.secret_box,
      endpoint.previous_secret_box, endpoint.previous_secret_until, endpoint.failing_since is not null as failing
    from taken join locked on locked.id = taken.delivery_id
    join events on events.id = locked.event_id
    join webhook_endpoints as endpoint on endpoint.id = locked.endpoint_id`.execute(db)
  return claimed.rows
}

/**
 * SQL: the first endpoint with a pending delivery that matches a condition, and the earliest due time of its
 * deliveries.
 */
function earliest(which: RawBuilder<unknown>) {
  return sql`
    select endpoint_id, due_at from pending_deliveries where ${which}
    order by endpoint_id, due_at limit 1`
}
