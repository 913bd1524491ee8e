import type { Hono } from 'hono'
import { beginFrame, eventFrame } from '#server-kit/live/event-frame.ts'
import type { OrganizationEvent } from '#protocol/events.ts'
import type { Context } from '#service/context.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { noteRoute, type HttpEnv, type Route } from '#service/http/endpoint-routes.ts'
import { asksForStream, lastEventId, streamResponse } from '#server-kit/live/event-stream.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { beginStream } from '#service/webhooks/stream-events.ts'
import { requireOwnPages } from './approver-routes.ts'
import { sessionOf, type Approver } from './sessions.ts'

/** Short, so that a viewer does not notice a restart of the server. */
const RETRY_MS = 500

/**
 * `GET /approve/api/live`: notifies a signed-in approver's open page that something of theirs has changed, and
 * nothing else; the page reads again. Ends within seconds when the session ends (ADR 0017).
 */
export function approverLiveRoute(ctx: Context): Hono<HttpEnv> {
  const route: Route = async (c) => {
    const request = c.req.raw
    requireOwnPages(ctx, request)
    const approver = await sessionOf(ctx, request.headers)
    if (approver === undefined) throw apiError('APPROVER_SESSION_REQUIRED')
    if (!asksForStream(request)) throw apiError('NOT_FOUND')
    return streamChanges(ctx, approver, request)
  }
  return mountRows([{ method: 'GET', path: '/live', handle: route }], noteRoute)
}

async function streamChanges(ctx: Context, approver: Approver, request: Request): Promise<Response> {
  const { organization_id: organizationId, external_user_id: externalUserId } = await ctx.db
    .selectFrom('approvers')
    .select(['organization_id', 'external_user_id'])
    .where('id', '=', approver.id)
    .executeTakeFirstOrThrow()
  const isTheirs = async ({ data }: OrganizationEvent) =>
    data.transactionUuid !== undefined &&
    data.externalUserId === externalUserId &&
    (await isHeldFor(ctx, approver, data.transactionUuid))
  const { stream } = await beginStream(ctx, {
    streams: ctx.streams.ofApprovers,
    owner: approver.sessionHash,
    organizationId,
    afterSequence: lastEventId(request.headers, undefined),
    begin: (lastId) => beginFrame(lastId, RETRY_MS),
    frame: async (event) =>
      (await isTheirs(event)) ? eventFrame({ id: event.sequence, event: 'change', data: {} }) : undefined,
  })
  return streamResponse(stream)
}

async function isHeldFor(ctx: Context, approver: Approver, transactionUuid: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('held_transactions')
    .select('transaction_id')
    .where('transaction_id', '=', transactionUuid)
    .where('approver_id', '=', approver.id)
    .executeTakeFirst()
  return row !== undefined
}
