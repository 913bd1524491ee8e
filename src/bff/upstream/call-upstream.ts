import * as z from 'zod/mini'
import { errorContentSchema, envelopeSchema } from '#protocol/fields.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext, Organization } from '#bff/context.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { bffError } from '#bff/http/exchange.ts'
import { redactJson, withoutKeys } from './redact-keys.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest, type UpstreamCall } from './upstream-request.ts'
import { VERIFICATION_LIFETIME_SECONDS } from '#protocol/limits.ts'
import { configSchema } from '#protocol/deployment-config.ts'
import { isKnownToLack, noteLacking } from './lacking-endpoints.ts'
import { findOrganization, firstOrganizationId } from '#bff/organizations/organization.ts'

const answeredSchema = z.object({ statusCode: z.number(), content: z.unknown() })

export type UpstreamAnswer<Content> = { status: number; content: Content; headers: Record<string, string> }

/**
 * Calls the service on behalf of an organization. The row of the endpoint table types the request and the
 * response. The returned content has exactly the endpoint's shape, with the organization's key removed.
 *
 * @throws HttpError with the service's status, message, errors and Retry-After; UPSTREAM_LACKS; or 502, 503, 504
 */
export function callUpstream<Row extends Endpoint>(
  ctx: BffContext,
  organization: Organization,
  call: UpstreamCall<Row>,
): Promise<UpstreamAnswer<z.output<Row['answer']>>>
export async function callUpstream(
  ctx: BffContext,
  organization: Organization,
  call: UpstreamCall,
): Promise<UpstreamAnswer<unknown>> {
  if (isKnownToLack(ctx, call.endpoint)) return answerLacking(ctx, call.endpoint, {})
  const request = upstreamRequest(ctx.settings, organization, call)
  const { response, text } = await sendUpstream(ctx, request)
  const body = answeredSchema.safeParse(tryJson(redactJson(text, organization.apiKey))).data
  const headers = passedHeaders(response, organization.apiKey, request)
  const schema = call.endpoint.answer
  if (!response.ok) {
    if (!(await lacksEndpoint({ ctx, organization, call }, response.status)))
      throw refusal({ status: response.status, body, headers })
    noteLacking(ctx, call.endpoint)
    return answerLacking(ctx, call.endpoint, headers)
  }
  const content = z.safeParse(schema, body?.content)
  if (content.success) return { status: response.status, content: content.data, headers }
  const assumed = z.safeParse(schema, assumedAnswer(ctx, call.endpoint))
  if (assumed.success) return { status: response.status, content: assumed.data, headers }
  throw bffError('UPSTREAM_FAILED', { headers, cause: new Error(unexpected(call, content.error)) })
}

/**
 * Returns a substitute for an endpoint that the service lacks. @throws UPSTREAM_LACKS if there is no substitute
 */
function answerLacking(
  ctx: BffContext,
  endpoint: Endpoint,
  headers: Record<string, string>,
): UpstreamAnswer<unknown> {
  const instead = z.safeParse(endpoint.answer, fallbackAnswer(ctx, endpoint))
  if (!instead.success) throw bffError('UPSTREAM_LACKS', endpoint.summary, { headers })
  return { status: 200, content: instead.data, headers }
}

type Calling = { ctx: BffContext; organization: Organization; call: UpstreamCall }
type Refused = {
  status: number
  body: z.output<typeof answeredSchema> | undefined
  headers: Record<string, string>
}

/** Keeps the service's message for a refusal, and uses our own message for a failure. */
function refusal({ status, body, headers }: Refused): HttpError {
  if (status === 401) return bffError('UPSTREAM_KEY_REFUSED', { headers })
  const content = errorContentSchema.safeParse(body?.content)
  const spoken = content.success && ((status >= 400 && status < 500) || [502, 503, 504].includes(status))
  if (!spoken)
    return bffError('UPSTREAM_FAILED', { headers, cause: new Error(`answered with status ${status}`) })
  const { message, code, errors, details } = content.data
  return new HttpError(status, code, withoutKeys(message), {
    headers,
    ...(errors && { errors }),
    ...(details && { details }),
  })
}

/** Forwards request ids and retry times, but not the service's location (see `nextLink`). */
function passedHeaders(response: Response, apiKey: string, request: Request): Record<string, string> {
  const read = (name: string, pattern: RegExp) => {
    const value = response.headers.get(name)
    return value !== null && pattern.test(value) && !value.includes(apiKey) ? value : undefined
  }
  const requestId = request.headers.get('x-request-id') ?? ''
  const retryAfter = read('retry-after', /^([0-9]{1,9}|[A-Za-z]{3}, [\w :]{20,30})$/)
  const link = read('link', /^[^\r\n]{1,4000}$/)
  return {
    'x-request-id': read('x-request-id', /^[A-Za-z0-9._-]{1,64}$/) ?? requestId,
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(link === undefined ? {} : { link }),
  }
}

/** Names only the fields, because the values are personal data. */
function unexpected(call: UpstreamCall, error: z.core.$ZodError): string {
  const fields = error.issues.map((issue) => issue.path.map(String).join('.') || '(content)')
  return `${call.endpoint.method} ${call.endpoint.path} answered in another shape: ${[...new Set(fields)].join(', ')}`
}

const SPEC_ROWS: ReadonlySet<Endpoint> = new Set([
  ...Object.values(SPEC_ENDPOINTS),
  BAAS_ENDPOINTS.listWallets,
])

/**
 * Whether a refusal means that the service lacks the endpoint (profile 8: a client must work without the
 * extensions and name what is missing). A 404 on a path with an id may also mean that the id is unknown. A service
 * with `GET /config` has all other endpoints.
 */
async function lacksEndpoint({ ctx, organization, call }: Calling, status: number): Promise<boolean> {
  if (SPEC_ROWS.has(call.endpoint)) return false
  if (status === 405 || status === 501) return true
  if (status !== 404) return false
  if (!call.endpoint.path.includes(':')) return true
  const config = upstreamRequest(ctx.settings, organization, { endpoint: BAAS_ENDPOINTS.getConfig })
  return !(await sendUpstream(ctx, config)).response.ok
}

/**
 * Response for `request-email-verification`, which the specification does not show. A service of another party may
 * return any content with a success. It sends the mail in any case, with the lifetime of profile 7.
 */
function assumedAnswer(ctx: BffContext, endpoint: Endpoint): unknown {
  if (!ctx.settings.hostedUpstream || endpoint.path !== SPEC_ENDPOINTS.requestEmailVerification.path)
    return undefined
  const expiresAt = new Date(ctx.clock.now().getTime() + VERIFICATION_LIFETIME_SECONDS * 1000)
  return { success: true, expiresAt: expiresAt.toISOString() }
}

/**
 * Returns `GET /config` for a hosted service that lacks it, if the settings name the chain. Its fees are unknown.
 */
function fallbackAnswer({ settings }: Pick<BffContext, 'settings'>, endpoint: Endpoint): unknown {
  if (endpoint !== BAAS_ENDPOINTS.getConfig || settings.hostedChain === undefined) return undefined
  return { profile: 1, ...settings.hostedChain, fee: null, approvalUrl: '', features: [] }
}

/** State of the hosted service, checked now. `features` is null if it lacks `GET /config` (profile 8). */
export type ServiceAnswer = { apiKey: 'accepted' | 'refused' | 'unreachable'; features: string[] | null }

const configAnswerSchema = envelopeSchema(configSchema)

/** Checks whether the service accepts our key, and which extensions it has. */
export async function askService(ctx: BffContext, organization: Organization): Promise<ServiceAnswer> {
  const ask = async (endpoint: Endpoint) => {
    const request = upstreamRequest(ctx.settings, organization, { endpoint })
    const { response, text: body } = await sendUpstream(ctx, request)
    return { isRefused: response.status === 401, body: tryJson(body) }
  }
  try {
    const config = await ask(BAAS_ENDPOINTS.getConfig)
    const answered = z.safeParse(configAnswerSchema, config.body)
    if (answered.success) return { apiKey: 'accepted', features: answered.data.content.features }
    // A service may refuse an unknown path before it checks the key, so this uses a path of the specification.
    const isRefused = config.isRefused || (await ask(SPEC_ENDPOINTS.listAllowedTokens)).isRefused
    return { apiKey: isRefused ? 'refused' : 'accepted', features: null }
  } catch (error) {
    if (error instanceof HttpError) return { apiKey: 'unreachable', features: null }
    throw error
  }
}

/**
 * Why the deployment's organization cannot use the service, safe to show to anyone. Undefined if the service
 * responds. Uses one read, which needs no scope to show whether the key is known.
 */
export async function upstreamFault(ctx: BffContext): Promise<string | undefined> {
  const organization = await findOrganization(ctx, await firstOrganizationId(ctx))
  if (organization === undefined) return 'there is no organization yet'
  const call = { endpoint: SPEC_ENDPOINTS.listAllowedTokens }
  try {
    const { response } = await sendUpstream(ctx, upstreamRequest(ctx.settings, organization, call))
    return faultOfStatus(response.status)
  } catch {
    return 'the service does not answer: check UPSTREAM_URL'
  }
}

/** 403 (missing scope) and 429 (rate limit) also prove that the key is valid. */
export function faultOfStatus(status: number): string | undefined {
  if (status === 401) return 'the service refuses the API key: check UPSTREAM_API_KEY'
  if (status < 400 || status === 403 || status === 429) return undefined
  return `the service answers ${status}: check UPSTREAM_URL`
}
