import * as z from 'zod/mini'
import { sql } from 'kysely'
import { errorContentSchema } from '#protocol/fields.ts'
import { faucetRequestSchema, faucetResultSchema } from '#protocol/console-api.ts'
import type { BffContext, Route, Asked } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { sendUpstream } from '#bff/upstream/send-upstream.ts'
import { SANDBOX_ENDPOINTS, advanceClockRequestSchema } from '#protocol/sandbox.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

const envelopeSchema = z.object({ content: z.unknown() })

/**
 * The sandbox's addresses, its faucet and its controls (ADR 0003). Outside the sandbox the addresses are `null` and
 * the other routes do not exist.
 */
export function sandboxRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/sandbox', {}, () => ctx.settings.sandbox),
    route('POST', '/api/sandbox/faucet', { body: faucetRequestSchema }, ({ exchange, body }) =>
      mint(ctx, exchange.var.requestId, body),
    ),
    ...Object.values<Endpoint>(SANDBOX_ENDPOINTS).map((endpoint) =>
      route(endpoint.method, `/api/sandbox${endpoint.path}`, endpoint, (asked) => control(endpoint, asked)),
    ),
  ]
}

async function mint(ctx: BffContext, requestId: string, body: z.output<typeof faucetRequestSchema>) {
  if (ctx.settings.sandbox === null) throw bffError('NOT_FOUND')
  // No API key: the sandbox's faucet needs none.
  const request = new Request(`${ctx.settings.publicUrl}/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify(body),
  })
  const { response, text } = await sendUpstream(ctx, request)
  const { content } = envelopeSchema.safeParse(tryJson(text)).data ?? {}
  const result = faucetResultSchema.safeParse(content)
  if (response.ok && result.success) return result.data
  const refused = errorContentSchema.safeParse(content)
  if (!refused.success || response.status < 400) throw bffError('UPSTREAM_FAILED')
  const { message, code, errors } = refused.data
  throw new HttpError(response.status, code, message, errors === undefined ? {} : { errors })
}

const ACTIONS: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [SANDBOX_ENDPOINTS.setSandboxScript, 'sandbox.script-changed'],
  [SANDBOX_ENDPOINTS.addSandboxCustomer, 'sandbox.customer-added'],
  [SANDBOX_ENDPOINTS.paySandbox, 'sandbox.payment-made'],
  [SANDBOX_ENDPOINTS.startSandboxTour, 'sandbox.tour-started'],
  [SANDBOX_ENDPOINTS.endSandboxTour, 'sandbox.tour-ended'],
  [SANDBOX_ENDPOINTS.connectSandboxReceiver, 'sandbox.receiver-connected'],
  [SANDBOX_ENDPOINTS.advanceSandboxClock, 'sandbox.clock-moved'],
])

async function control(endpoint: Endpoint, { ctx, exchange, session, by, body }: Asked) {
  if (ctx.settings.sandbox === null) throw bffError('NOT_FOUND')
  const params = exchange.req.param()
  if (endpoint === SANDBOX_ENDPOINTS.advanceSandboxClock) await keepSessions(ctx, body)
  const { content } = await callUpstream(ctx, session.organization, { endpoint, params, body })
  const action = ACTIONS.get(endpoint)
  if (action !== undefined) {
    const target = params['customerId'] ?? null
    await recordAudit(ctx, ctx.db, { ...by, action, target, details: detailsOf(body) })
  }
  return content
}

function detailsOf(body: unknown): Record<string, string | number | boolean> {
  if (typeof body !== 'object' || body === null) return {}
  const plain = Object.entries(body).filter(
    (entry): entry is [string, string | number | boolean] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  )
  return Object.fromEntries(plain)
}

/** Moves the sessions along before the clock jumps, so that the jump signs no person out. */
async function keepSessions(ctx: BffContext, body: unknown): Promise<void> {
  const { seconds } = advanceClockRequestSchema.parse(body)
  const later = (column: string) => sql<Date>`${sql.ref(column)} + ${seconds}::integer * interval '1 second'`
  await ctx.db
    .updateTable('bff_session')
    .set({
      idle_expires_at: later('idle_expires_at'),
      absolute_expires_at: later('absolute_expires_at'),
    })
    .execute()
}
