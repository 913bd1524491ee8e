import type * as z from 'zod/mini'
import { EVENT_WAIT_SECONDS_MAX } from '#protocol/limits.ts'
import type { listEventsQuerySchema } from '#protocol/webhooks.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import type { HasDatabase, HasLiveEvents, HasPublicUrl } from '#service/context-parts.ts'
import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import { EVENT_COLUMNS, eventAnswer } from './format-event.ts'
import { requireAssigned } from './last-sequence.ts'

type Query = z.output<typeof listEventsQuerySchema>

/**
 * `GET /v1/org/events`: the organization's events of the last 30 days, newest first. With `afterSequence`, oldest
 * first, so that a client can follow without a gap, because a lower sequence never appears later. Every page but
 * the last has a `Link` header with `rel="next"`. With `waitSeconds` as well, the response waits for the next event
 * if there is none yet. The response is empty if no event appears in that time. Source: profile 10, ADR 0017.
 *
 * @throws EVENT_CURSOR_AHEAD for a sequence that was never assigned
 */
export const listEvents: PagedOperation<'listEvents', HasDatabase & HasLiveEvents & HasPublicUrl> = async (
  ctx,
  { organizationId, waitAside = (wait) => wait() },
  { query },
) => {
  const follows = query.afterSequence !== undefined
  const { page, headers } = await readPage({
    publicUrl: ctx.settings.publicUrl,
    path: '/v1/org/events',
    query,
    read: async (count) => {
      const select = () => selectEvents(ctx, organizationId, query, count)
      const rows = await select()
      const { afterSequence, waitSeconds } = query
      if (rows.length === 0 && afterSequence !== undefined) await requireAssigned(ctx.db, afterSequence)
      if (rows.length > 0 || afterSequence === undefined || waitSeconds === undefined)
        return rows.map(eventAnswer)
      const timeoutMs = Math.min(Number(waitSeconds), EVENT_WAIT_SECONDS_MAX) * 1_000
      await waitAside(() => ctx.liveEvents.next({ organizationId, afterSequence, timeoutMs }))
      return (await select()).map(eventAnswer)
    },
    next: ({ sequence }) => {
      const position = follows ? { afterSequence: sequence } : { beforeSequence: sequence }
      return { ...position, waitSeconds: undefined }
    },
  })
  return new WithHeaders(page, headers)
}

function selectEvents(ctx: HasDatabase, organizationId: string, query: Query, count: number) {
  const { afterSequence, beforeSequence, type } = query
  let select = ctx.db
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('sequence', 'is not', null)
    .orderBy('sequence', afterSequence === undefined ? 'desc' : 'asc')
    .limit(count)
  if (afterSequence !== undefined) select = select.where('sequence', '>', afterSequence)
  if (beforeSequence !== undefined) select = select.where('sequence', '<', beforeSequence)
  if (type !== undefined) select = select.where('type', '=', type)
  return select.execute()
}
