import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { organizationSchema } from '#protocol/organization.ts'
import { listTransactionsQuerySchema } from '#protocol/transactions.ts'
import { executeRequestSchema, executeResultSchema } from '#protocol/execute-transaction.ts'
import { raisedAlerts } from '#bff/alerts/alerts.ts'
import { auditedCall } from '#bff/audit/audited-call.ts'
import type { BffContext, Route, Session, Asked } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { listTransactions, readTransaction } from '#bff/upstream/outcomes/read-transactions.ts'
import { rememberHeld } from '#bff/upstream/outcomes/note-outcome.ts'
import { idempotencyKeyOf, type UpstreamCall, sendUpstream } from '#bff/upstream/send-upstream.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { nextQuery } from '#server-kit/http/next-query.ts'
import { nextLink } from '#server-kit/http/read-page.ts'
import * as z from 'zod/mini'
import { sql } from 'kysely'
import { auditDetailsSchema } from '#protocol/audit.ts'
import { errorContentSchema } from '#protocol/fields.ts'
import { faucetRequestSchema, faucetResultSchema } from '#protocol/console-api.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { SANDBOX_ENDPOINTS, advanceClockRequestSchema } from '#protocol/sandbox.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'

/** The endpoints of the service for a signed-in administrator: exactly those of the tables, under `/api`. */
export function passThroughRoutes(ctx: BffContext): Route[] {
  return [
    ...Object.values<Endpoint>(BAAS_ENDPOINTS).map((endpoint) => passThrough(ctx, 'baas', endpoint)),
    ...Object.values<Endpoint>(ORG_ENDPOINTS).map((endpoint) => passThrough(ctx, 'org', endpoint)),
  ]
}

function passThrough(ctx: BffContext, base: 'baas' | 'org', endpoint: Endpoint): Route {
  const { action } = endpoint
  const path = `/api/${base}${endpoint.path}`
  return sessionRoute(ctx)(endpoint.method, path, endpoint, async ({ exchange, session, by, body }) => {
    const { req } = exchange
    const { id, name } = session.admin
    const call: UpstreamCall = {
      endpoint,
      idempotencyKey: idempotencyKeyOf(req.raw, `console:${session.admin.id}`),
      acceptLanguage: req.header('accept-language'),
      params: req.param(),
      query: Object.fromEntries(new URL(req.url).searchParams),
      body,
      requester: { kind: 'administrator', id, name, ipAddress: by.ipAddress ?? undefined },
    }
    const before = await CHECKS.get(endpoint)?.(ctx, session, call)
    const send = () => (SENDS.get(endpoint) ?? sendUnchanged)(ctx, session, call)
    const { status, content, headers } = await (action === undefined
      ? send()
      : auditedCall(ctx, action, by, { ...call, before }, send))
    const { link, ...passed } = headers
    const query = nextQuery(link)
    const next = query && nextLink(ctx.settings.publicUrl, req.path, query)
    return answer(content, status, { ...passed, ...next })
  })
}

/**
 * Refuses what the console itself does not allow, before anything is recorded. Returns the replaced values, for the
 * audit log.
 */
type Check = (ctx: BffContext, session: Session, call: UpstreamCall) => unknown
const CHECKS: ReadonlyMap<Endpoint, Check> = new Map<Endpoint, Check>([
  [ORG_ENDPOINTS.rotateApiKey, readReplaced],
  [ORG_ENDPOINTS.updateApiKey, readReplaced],
  [ORG_ENDPOINTS.updateOrganization, requireOwnerOfBrand],
])

type Send = (ctx: BffContext, session: Session, call: UpstreamCall) => Promise<UpstreamAnswer<unknown>>
const sendUnchanged: Send = (ctx, { organization }, call) => callUpstream(ctx, organization, call)

/** Calls to which the console adds something of its own. */
const SENDS: ReadonlyMap<Endpoint, Send> = new Map<Endpoint, Send>([
  [ORG_ENDPOINTS.issueApiKey, sendWithOwner],
  [ORG_ENDPOINTS.rotateApiKey, sendWithOwner],
  [ORG_ENDPOINTS.updateOrganization, updateOrganization],
  [ORG_ENDPOINTS.listAlerts, (ctx, { organization }) => raisedAlerts(ctx, organization)],
  [
    BAAS_ENDPOINTS.getTransaction,
    (ctx, { organization }, { params }) =>
      readTransaction(ctx, organization, params?.['transactionUuid'] ?? ''),
  ],
  [
    BAAS_ENDPOINTS.listTransactions,
    (ctx, { organization }, { query }) =>
      listTransactions(ctx, organization, listTransactionsQuerySchema.parse(query)),
  ],
  [BAAS_ENDPOINTS.executeTransaction, executeTransaction],
])

/**
 * Reads the values that a change of a key replaces. The key that this BFF itself uses keeps its secret, which would
 * go to a person, and its scopes: without them the console and every widget would be locked out.
 *
 * @throws CONFLICT
 */
async function readReplaced(...[ctx, { organization }, call]: Parameters<Check>) {
  const { content: keys } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys })
  const key = keys.find(({ id }) => id === call.params?.['keyId']?.toLowerCase())
  if (key === undefined) return undefined
  const asked = new Map<string, unknown>(Object.entries(call.body ?? {}))
  const isProtected = call.endpoint === ORG_ENDPOINTS.rotateApiKey || asked.has('scopes')
  if (isProtected && organization.apiKey.startsWith(key.start))
    throw bffError('CONFLICT', 'This key is the console’s own: its secret and scopes stay as they are.')
  const isReplaced = ([name, value]: [string, unknown]) =>
    asked.has(name) && JSON.stringify(asked.get(name)) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(key).filter(isReplaced))
}

/**
 * A new key carries the name of the administrator who requested it, whatever the page sends. Sent again without it
 * where an older service refuses the field: it has changed nothing then.
 */
async function sendWithOwner(...[ctx, session, call]: Parameters<Send>) {
  const body = typeof call.body === 'object' ? call.body : {}
  try {
    return await sendUnchanged(ctx, session, { ...call, body: { ...body, createdBy: session.admin.name } })
  } catch (error) {
    const refusesOwner =
      error instanceof HttpError && error.errors?.some(({ path }) => path === 'createdBy') === true
    if (!refusesOwner) throw error
    return sendUnchanged(ctx, session, call)
  }
}

/** Only owners change its name and logo; admins may change where its widget is framed. @throws FORBIDDEN_ROLE */
function requireOwnerOfBrand(...[, { admin }, { body }]: Parameters<Check>) {
  const isBrand = typeof body === 'object' && body !== null && ('name' in body || 'logo' in body)
  if (admin.role === 'owner' || !isBrand) return
  throw bffError('FORBIDDEN_ROLE', admin.role, 'owner')
}

/** Copies the name that the service returned to the console's own list of organizations. */
async function updateOrganization(...[ctx, session, call]: Parameters<Send>) {
  const answered = await sendUnchanged(ctx, session, call)
  const { data } = organizationSchema.safeParse(answered.content)
  if (data !== undefined) {
    await ctx.db
      .updateTable('bff_organization')
      .set({ name: data.name, updated_at: ctx.clock.now() })
      .where('id', '=', session.organization.id)
      .execute()
  }
  return answered
}

async function executeTransaction(...[ctx, session, call]: Parameters<Send>) {
  const answered = await sendUnchanged(ctx, session, call)
  const request = executeRequestSchema.parse(call.body)
  const result = executeResultSchema.parse(answered.content)
  await rememberHeld(ctx, session.organization, { request, result })
  return answered
}

/** Routes for the service's API keys that this console itself uses: those that begin like the key in use. */
export function consoleKeyRoutes(ctx: BffContext): Route[] {
  return [
    sessionRoute(ctx)('GET', '/api/console-keys', {}, async ({ session: { organization } }) => {
      const { content: keys } = await callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys })
      return keys.filter(({ start }) => organization.apiKey.startsWith(start)).map(({ id }) => id)
    }),
  ]
}

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
    const details = auditDetailsSchema.parse(body ?? {})
    await recordAudit(ctx, ctx.db, { ...by, action, target, details })
  }
  return content
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
