import type { Context as HonoContext, Hono } from 'hono'
import * as z from 'zod/mini'
import { APPROVER_ENDPOINTS, type ApproverEndpoint } from '#protocol/approver-endpoints.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'
import type { EventData, OrganizationEvent } from '#protocol/events.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import { apiError, rateLimited } from '#server-kit/http/http-error.ts'
import { mountRows, type RouteRow } from '#server-kit/http/mount-rows.ts'
import { parseInput } from '#server-kit/http/parse-input.ts'
import { readJsonBody } from '#server-kit/http/read-body.ts'
import { respond } from '#server-kit/http/respond.ts'
import { beginFrame, eventFrame } from '#server-kit/live/event-frame.ts'
import { asksForStream, lastEventId, streamResponse } from '#server-kit/live/event-stream.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type {
  HasApprovalUrl,
  HasClock,
  HasDatabase,
  HasLiveEvents,
  HasStreams,
} from '#service/context-parts.ts'
import type { Context } from '#service/context.ts'
import { findRow, requireRow } from '#service/db/find-row.ts'
import { tableRoutes, toReply, type HttpEnv, type Route, noteRoute } from '#service/http/endpoint-routes.ts'
import { MinuteWindows, secondsLeft } from '#service/keys/minute-windows.ts'
import { neighbourhood } from '#service/keys/rate-limits.ts'
import { beginStream } from '#service/webhooks/stream-events.ts'
import type { ApproverRowOperation, CallerOf } from './approver-operation.ts'
import { APPROVER_OPERATIONS } from './approver-operations.ts'
import { isAsked } from './asked-approvers.ts'
import { approvalRelyingParty } from './ceremonies.ts'
import { logoRoutes } from './logo-routes.ts'
import { findSessionOfRequest, type Approver } from './sessions.ts'

/**
 * Creates the approval app's API from its table. Each request passes these checks in this order:
 * - it has no API key,
 * - it comes from the app's own pages,
 * - it is within the limit for requests without a session,
 * - it has a session if the endpoint requires one,
 * - its body is valid. For an unsafe request that needs no session, this check precedes the limit, which counts by
 * the passkey in the body.
 * Then the operation runs. Also serves the app's events and logos.
 */
export function approverRoutes(ctx: Context): Hono<HttpEnv> {
  const limit = createAnonymousLimit(ctx)
  const routes = tableRoutes(APPROVER_ENDPOINTS, (name, row) => async (c) => {
    requireOwnPages(ctx, c.req.raw)
    const early = row.session || row.method === 'GET' ? undefined : await readInput(row, c)
    if (early !== undefined) await limit(c.env.client, row.path, 'body' in early ? early.body : undefined)
    const approver = await findSessionOfRequest(ctx, c.req.raw.headers)
    if (!isCaller(row, approver)) throw apiError('APPROVER_SESSION_REQUIRED')
    if (approver !== undefined) await noteLanguage(ctx, approver, c.req.raw.headers)
    const input = early ?? (await readInput(row, c))
    const operation: ApproverRowOperation<typeof row> = APPROVER_OPERATIONS[name]
    return respond(toReply(await operation(ctx, approver, input)), c.get('answering'))
  })
  const others = [
    { method: 'GET', path: '/live', handle: liveRoute(ctx) },
    ...logoRoutes(ctx).map((row) => ({ ...row, handle: ownPagesOnly(ctx, row.handle) })),
  ]
  return routes.route('/', mountRows(others, noteRoute))
}

/** Stores the language of the request. Mails are in the language in which the person last used the app. */
async function noteLanguage(ctx: HasDatabase, approver: Approver, headers: Headers): Promise<void> {
  const header = headers.get('accept-language')
  if (header === null || acceptedLanguage(header) === approver.language) return
  const language = acceptedLanguage(header)
  await ctx.db.updateTable('approvers').set({ language }).where('id', '=', approver.id).execute()
}

function isCaller<Row extends ApproverEndpoint>(
  row: Row,
  approver: Approver | undefined,
): approver is CallerOf<Row> & (Approver | undefined) {
  return !row.session || approver !== undefined
}

async function readInput<Row extends ApproverEndpoint>(row: Row, c: HonoContext<HttpEnv>) {
  const body = row.body === undefined ? undefined : await readJsonBody(c.req.raw)
  const query = new URL(c.req.url).searchParams
  return parseInput(row, { body, query, params: c.req.param() })
}

/**
 * Accepts only requests from the approval app's own pages. Rejects any request with an API key, and any
 * request of another site. An unsafe request must name the app's origin, so one without Origin is rejected.
 */
function requireOwnPages(ctx: HasApprovalUrl, request: Request): void {
  const { headers } = request
  if (headers.has('x-api-key') || headers.has('authorization')) throw apiError('API_KEY_NOT_ACCEPTED')
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isOwn = origin === approvalRelyingParty(ctx).origin || (isRead && origin === null)
  const isOwnSite = site === null || site === 'same-origin' || (isRead && site === 'none')
  if (!isOwn || !isOwnSite) throw apiError('APPROVER_ORIGIN_REFUSED')
}

function ownPagesOnly(ctx: HasApprovalUrl, handle: RouteRow<HttpEnv>['handle']): Route {
  return async (c) => {
    requireOwnPages(ctx, c.req.raw)
    return handle(c)
  }
}

/**
 * Maximum number of requests per minute and IP address, far above normal use. The limit exists because each of these
 * requests writes a row or looks up a passkey.
 */
const REQUESTS_PER_MINUTE_MAX = 60
/**
 * Maximum number of challenges per minute and IP address. The limit is high because a challenge alone gives no
 * access, and every user behind a shared address needs one.
 */
const CHALLENGES_PER_MINUTE_MAX = 600
const CHALLENGE = '/sign-in/begin'

const assertedSchema = z.object({ response: z.object({ id: z.string().check(z.maxLength(1_400)) }) })

/**
 * Limits unsafe requests before sign-in, per IP address and process. Requests with an enrolled passkey are counted
 * separately, so a user who shares an address with an attacker can still sign in. Calls within the process, which
 * have no IP address, are not counted. The limit only slows floods; no secret's strength depends on it (ADR 0014).
 */
function createAnonymousLimit(ctx: HasClock & HasDatabase) {
  const windows = new MinuteWindows()
  return async (client: Client | undefined, path: string, body: unknown) => {
    if (client === undefined) return
    const network = neighbourhood(client.ip)
    const asserted = assertedSchema.safeParse(body).data?.response.id
    const passkey =
      asserted && (await findRow(ctx.db, 'approver_passkeys', ['credential_id'], { credential_id: asserted }))
    const nowMs = ctx.clock.now().getTime()
    const window = windows.at(
      [network, path === CHALLENGE ? path : '', passkey ? asserted : ''].join(' '),
      nowMs,
    )
    window.pending += 1
    if (window.pending <= (path === CHALLENGE ? CHALLENGES_PER_MINUTE_MAX : REQUESTS_PER_MINUTE_MAX)) return
    throw rateLimited(secondsLeft(window, nowMs) * 1_000)
  }
}

/** Reconnect delay in milliseconds, short enough that users do not notice a restart of the server. */
const RETRY_MS = 500

/**
 * `GET /approve/api/live`: notifies a signed-in approver's open page that some of their data has changed. It
 * sends no data; the page reads again. The stream ends within seconds after the session (ADR 0017).
 */
function liveRoute(ctx: HasDatabase & HasLiveEvents & HasApprovalUrl & HasStreams): Route {
  return async (c) => {
    const request = c.req.raw
    requireOwnPages(ctx, request)
    const approver = await findSessionOfRequest(ctx, request.headers)
    if (approver === undefined) throw apiError('APPROVER_SESSION_REQUIRED')
    if (!asksForStream(request)) throw apiError('NOT_FOUND')
    const person = await requireRow(ctx.db, 'approvers', ['organization_id'], { id: approver.id })
    const { external_user_id: endUserId } = approver
    // An administrator may have to approve transactions of any end-user, so events of other end-users can
    // concern them.
    const mayBeTheirs = ({ data }: OrganizationEvent) =>
      endUserId === null || data.externalUserId === endUserId
    const isTheirs = async (event: OrganizationEvent) =>
      mayBeTheirs(event) && (await isHeldFor(ctx, approver, event.data))
    const { stream } = await beginStream(ctx, {
      streams: ctx.streams.ofApprovers,
      owner: approver.sessionHash,
      organizationId: person.organization_id,
      afterSequence: lastEventId(request.headers, undefined),
      begin: (lastId) => beginFrame(lastId, RETRY_MS),
      frame: async (event) =>
        (await isTheirs(event)) ? eventFrame({ id: event.sequence, event: 'change', data: {} }) : undefined,
    })
    return streamResponse(stream)
  }
}

async function isHeldFor(ctx: HasDatabase, { id }: Approver, event: EventData): Promise<boolean> {
  const { transactionUuid, messageUuid, digest } = event
  if (messageUuid !== undefined) {
    const message = ctx.db.selectFrom('held_messages as held').select('held.id')
    const own = message.where('held.id', '=', messageUuid).where(isAsked('message', id))
    return (await own.executeTakeFirst()) !== undefined
  }
  if (transactionUuid === undefined) return false
  const held = ctx.db.selectFrom('held_transactions as held').select('held.transaction_id')
  const theirs = held.where('held.transaction_id', '=', transactionUuid).where(isAsked('transaction', id))
  if ((await theirs.executeTakeFirst()) !== undefined) return true
  if (digest === undefined) return false
  const bypassed = { executed_digest: lowerCase(digest), approver_id: id }
  return (await findRow(ctx.db, 'bypassed_approvals', ['approver_id'], bypassed)) !== undefined
}
