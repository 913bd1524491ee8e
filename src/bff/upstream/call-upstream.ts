import * as z from 'zod/mini'
import type { CallsService, HasUpstream, HasUpstreamUrls } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { Organization } from '#bff/ports.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { errorContentSchema } from '#protocol/fields.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { redactJson, withoutKeys } from './redact-keys.ts'
import { sendUpstream } from './send-upstream.ts'
import { upstreamRequest, type UpstreamCall } from './upstream-request.ts'

const answeredSchema = z.object({ statusCode: z.number(), content: z.unknown() })

export type UpstreamAnswer<Content> = { status: number; content: Content; headers: Record<string, string> }

/**
 * Calls the service on behalf of an organization. The endpoint determines the types of request and
 * response. The returned content has exactly the endpoint's shape, with the organization's key removed.
 *
 * @throws HttpError with the service's status, message, errors and Retry-After; UPSTREAM_LACKS; or 502, 503, 504
 */
export function callUpstream<Row extends Endpoint>(
  ctx: CallsService,
  organization: Organization,
  call: UpstreamCall<Row>,
): Promise<UpstreamAnswer<z.output<Row['answer']>>>
export async function callUpstream(
  ctx: CallsService,
  organization: Organization,
  call: UpstreamCall,
): Promise<UpstreamAnswer<unknown>> {
  if (ctx.lacking.has(call.endpoint)) return answerLacking(call, {})
  const request = upstreamRequest(ctx.settings, organization, call)
  const { response, text } = await sendUpstream(ctx, request)
  const body = answeredSchema.safeParse(tryJson(redactJson(text, organization.apiKey))).data
  const headers = passedHeaders(response, organization.apiKey, request)
  const schema = call.endpoint.answer
  if (!response.ok) {
    if (!(await lacksEndpoint({ ctx, organization, call }, response.status)))
      throw refusal({ status: response.status, body, headers })
    ctx.lacking.add(call.endpoint)
    return answerLacking(call, headers)
  }
  const content = z.safeParse(schema, body?.content)
  if (content.success) return { status: response.status, content: content.data, headers }
  const assumed = z.safeParse(schema, call.ifUnreadable)
  if (assumed.success) return { status: response.status, content: assumed.data, headers }
  throw bffError('UPSTREAM_FAILED', { headers, cause: new Error(unexpected(call, content.error)) })
}

/**
 * Returns a substitute for an endpoint that the service lacks. @throws UPSTREAM_LACKS if there is no substitute
 */
function answerLacking(call: UpstreamCall, headers: Record<string, string>): UpstreamAnswer<unknown> {
  const { answer, summary } = call.endpoint
  const instead = z.safeParse(answer, call.ifLacking)
  if (!instead.success) throw bffError('UPSTREAM_LACKS', summary, { headers })
  return { status: 200, content: instead.data, headers }
}

type Calling = { ctx: HasUpstream & HasUpstreamUrls; organization: Organization; call: UpstreamCall }
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
    return bffError('UPSTREAM_FAILED', { headers, cause: new Error(`responded with status ${status}`) })
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
  return `${call.endpoint.method} ${call.endpoint.path} responded in an unexpected shape: ${[...new Set(fields)].join(', ')}`
}

/**
 * Whether a refusal means that the service lacks the endpoint (profile 8: a client must work without the
 * extensions and name what is missing). A 404 on a path with an id may also mean that the id is unknown. A service
 * with `GET /config` has all other endpoints.
 */
async function lacksEndpoint({ ctx, organization, call }: Calling, status: number): Promise<boolean> {
  if (call.endpoint.specified === true) return false
  if (status === 405 || status === 501) return true
  if (status !== 404) return false
  if (!call.endpoint.path.includes(':')) return true
  const config = upstreamRequest(ctx.settings, organization, { endpoint: BAAS_ENDPOINTS.getConfig })
  return !(await sendUpstream(ctx, config)).response.ok
}
