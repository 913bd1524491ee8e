import { sql, type RawBuilder } from 'kysely'
import { LIVE_EVENT_TYPES } from '#protocol/events.ts'
import { REPLAY_EVENTS_MAX } from '#protocol/limits.ts'
import type { ReplayEventsRequest } from '#protocol/webhooks.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { requireAssigned } from './last-sequence.ts'
import { lockEnabledWebhook, type WebhookRow } from './stored-webhook.ts'

/**
 * `POST /v1/org/webhooks/{webhookId}/replay`: sends the events since a time or a sequence again to one endpoint,
 * for its types, including events from before the endpoint existed. Each event keeps its original id. At most
 * 10,000 per call, oldest first. Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED unless exactly one start is given
 * @throws EVENT_CURSOR_AHEAD for a sequence that was never assigned
 * @throws NOT_FOUND for an endpoint that does not exist or belongs to another organization
 * @throws CONFLICT if the endpoint is disabled
 */
export const replayEvents: Operation<'replayEvents', HasClock & HasDatabase> = async (ctx, caller, input) => {
  const { body } = input
  const since = selectBeginning(body)
  if (body.afterSequence !== undefined) await requireAssigned(ctx.db, body.afterSequence)
  const replay = async (trx: Transaction) => {
    const webhook = await lockEnabledWebhook(trx, caller, input.params.webhookId)
    const result = await scheduleAgain(trx, webhook, { ...body, since, now: ctx.clock.now() })
    await notify(trx, 'deliveries', caller.organizationId)
    return result
  }
  return ctx.db.transaction().execute(replay)
}

function selectBeginning(body: ReplayEventsRequest): RawBuilder<boolean> {
  const { sinceDatetime, afterSequence } = body
  if (sinceDatetime !== undefined && afterSequence === undefined)
    return sql`occurred_at >= ${new Date(sinceDatetime)}`
  if (afterSequence !== undefined && sinceDatetime === undefined)
    return sql`sequence > ${afterSequence}::bigint`
  throw fieldError('sinceDatetime', 'give either sinceDatetime or afterSequence')
}

type Replay = { since: RawBuilder<boolean>; undeliveredOnly?: boolean | undefined; now: Date }

async function scheduleAgain(trx: Transaction, webhook: WebhookRow, replay: Replay) {
  const { id: endpointId, organization_id: organizationId, types } = webhook
  const again = replay.undeliveredOnly === true ? sql`known.status <> 'delivered'` : sql`true`
  // Leaves pending deliveries, which are sent anyway, and deliveries that a worker is sending.
  const result = await sql<{ chosen: number; replayed: number; through: string | null }>`
    with chosen as (
      select id, type, sequence from events
      where organization_id = ${organizationId} and sequence is not null and ${replay.since}
        and (endpoint_id = ${endpointId} or (endpoint_id is null
          and type <> all(${LIVE_EVENT_TYPES}::text[]) and (${types}::text[] is null or type = any(${types}::text[]))))
      order by sequence limit ${REPLAY_EVENTS_MAX}),
    scheduled as (
      insert into webhook_deliveries as known (organization_id, endpoint_id, event_id, type, status, due_at, pending_since, created_at)
      select ${organizationId}, ${endpointId}, id, type, 'pending', ${replay.now}, ${replay.now}, ${replay.now} from chosen
      on conflict (event_id, endpoint_id) do update set status = 'pending', attempts = 0, due_at = excluded.due_at, pending_since = excluded.due_at
      where known.status <> 'pending' and ${again}
      returning 1)
    select (select count(*)::integer from chosen) as chosen, (select count(*)::integer from scheduled) as replayed,
      (select max(sequence) from chosen) as through`.execute(trx)
  const { chosen = 0, replayed = 0, through = null } = result.rows[0] ?? {}
  return { replayed, throughSequence: through, complete: chosen < REPLAY_EVENTS_MAX }
}
