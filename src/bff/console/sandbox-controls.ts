import { sql } from 'kysely'
import { SANDBOX_ENDPOINTS } from '#protocol/org/sandbox-endpoints.ts'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { auditActor } from '#bff/audit/audit-actor.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { parse, readBody, readNoBody } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { withSession } from '#bff/sessions/with-session.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { advanceClockRequestSchema } from '#protocol/org/sandbox.ts'

const ACTIONS: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [SANDBOX_ENDPOINTS.setSandboxScript, 'sandbox.script-changed'],
  [SANDBOX_ENDPOINTS.addSandboxCustomer, 'sandbox.customer-added'],
  [SANDBOX_ENDPOINTS.paySandbox, 'sandbox.payment-made'],
  [SANDBOX_ENDPOINTS.connectSandboxReceiver, 'sandbox.receiver-connected'],
  [SANDBOX_ENDPOINTS.advanceSandboxClock, 'sandbox.clock-moved'],
])

/** The sandbox's controls for people of the console; outside the sandbox they are not there (ADR 0003). */
export function sandboxControlRoutes(ctx: BffContext): Route[] {
  return Object.values<Endpoint>(SANDBOX_ENDPOINTS).map((endpoint) => ({
    method: endpoint.method,
    path: `/api/sandbox${endpoint.path}`,
    handle: withSession(ctx, (exchange, session) => control(ctx, exchange, { session, endpoint })),
  }))
}

async function control(
  ctx: BffContext,
  exchange: Exchange,
  { session, endpoint }: { session: Session; endpoint: Endpoint },
): Promise<Response> {
  if (ctx.settings.sandbox === null) throw bffError('NOT_FOUND')
  const { requestId } = exchange.var
  const params = exchange.req.param()
  if (endpoint.params !== undefined) parse(endpoint.params, params)
  const body = endpoint.body === undefined ? undefined : await readBody(exchange.req.raw, endpoint.body)
  if (endpoint.body === undefined && endpoint.method !== 'GET') await readNoBody(exchange.req.raw)
  if (endpoint === SANDBOX_ENDPOINTS.advanceSandboxClock) await keepSessions(ctx, body)
  const call = { base: 'sandbox', endpoint, requestId, params, body } as const
  const { content } = await callUpstream(ctx, session.organization, call)
  const action = ACTIONS.get(endpoint)
  if (action !== undefined) {
    const target = params['customerId'] ?? null
    await recordAudit(ctx, ctx.db, {
      ...auditActor(exchange, session),
      action,
      target,
      details: detailsOf(body),
    })
  }
  return answer(content)
}

function detailsOf(body: unknown): Record<string, string | number | boolean> {
  if (typeof body !== 'object' || body === null) return {}
  const plain = Object.entries(body).filter(
    (entry): entry is [string, string | number | boolean] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  )
  return Object.fromEntries(plain)
}

/** Nobody is signed out by a jump of the clock: sessions move with it, before it moves. */
async function keepSessions(ctx: BffContext, body: unknown): Promise<void> {
  const { seconds } = parse(advanceClockRequestSchema, body)
  const later = (column: string) => sql<Date>`${sql.ref(column)} + ${seconds}::integer * interval '1 second'`
  await ctx.db
    .updateTable('bff_session')
    .set({
      idle_expires_at: later('idle_expires_at'),
      absolute_expires_at: later('absolute_expires_at'),
    })
    .execute()
}
