import * as z from 'zod/mini'
import type { BffContext, BffSettings, Organization } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'
import { createHash, randomUUID } from 'node:crypto'
import { acceptedLanguage } from '#protocol/display/language.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { REQUESTER_HEADER, type NamedRequester } from '#protocol/organization-transactions.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { requestFields } from '#server-kit/http/request-scope.ts'
import { readIdempotencyKey } from '#server-kit/idempotency/run-once.ts'

const READ_TIMEOUT_MS = 15_000
/** Timeout of writes in milliseconds. Long, because creating a wallet waits for the chain. */
const WRITE_TIMEOUT_MS = 60_000

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const causeSchema = z.object({ name: z.optional(z.string()), code: z.optional(z.string()) })

/**
 * Sends a request and reads the whole response. @throws UPSTREAM_FAILED, UPSTREAM_UNREACHABLE, UPSTREAM_TIMEOUT
 */
export async function sendUpstream(ctx: BffContext, request: Request) {
  const timeoutMs = request.method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
  try {
    return await withDeadline(timeoutMs, async () => {
      const response = await ctx.upstreamFetch(request)
      return { response, text: await response.text() }
    })
  } catch (cause) {
    throw bffError(failureCode(cause), { cause: redactError(cause, request.headers.get('x-api-key')) })
  }
}

function failureCode(cause: unknown) {
  const { name = '', code = '' } = causeSchema.safeParse(cause).data ?? {}
  if (name === 'TimeoutError' || TIMEOUTS.has(code)) return 'UPSTREAM_TIMEOUT'
  return UNREACHABLE.has(code) ? 'UPSTREAM_UNREACHABLE' : 'UPSTREAM_FAILED'
}

const REDACTED = '[redacted]'

/** Removes the key from a text, also if JSON has escaped it. */
export function redactJson(text: string, apiKey: string): string {
  if (!text.includes('\\u') && !text.includes(apiKey)) return text
  try {
    return JSON.stringify(JSON.parse(text)).replaceAll(apiKey, REDACTED)
  } catch {
    return text.replaceAll(apiKey, REDACTED)
  }
}

/** Copies the name, code and message of an error for the log, without the key. */
export function redactError(error: unknown, apiKey: string | null): Error {
  if (!(error instanceof Error)) return new Error('a value that is not an Error was thrown')
  const redacted = new Error(apiKey === null ? error.message : error.message.replaceAll(apiKey, REDACTED))
  redacted.name = error.name
  return 'code' in error && typeof error.code === 'string'
    ? Object.assign(redacted, { code: error.code })
    : redacted
}

/** Removes all API keys from an error message, ours and others. */
export function withoutKeys(message: string): string {
  return message.replaceAll(/pk_live_\w+/g, `pk_live_${REDACTED}`)
}

/** Input of a table row, typed by its schemas. Untyped for an unknown row. */
export type UpstreamInput<Row extends Endpoint> = Endpoint extends Row
  ? { params?: Fields | undefined; query?: Fields | undefined; body?: unknown }
  : Part<Row, 'params'> & Part<Row, 'query'> & Part<Row, 'body'>

type Fields = Record<string, string | undefined>
type Part<Row, Name extends 'params' | 'query' | 'body'> =
  Row extends Record<Name, infer Schema extends z.ZodMiniType>
    ? Record<string, never> extends z.input<Schema>
      ? { [Key in Name]?: z.input<Schema> }
      : { [Key in Name]: z.input<Schema> }
    : { [Key in Name]?: undefined }

export type UpstreamCall<Row extends Endpoint = Endpoint> = UpstreamInput<Row> & {
  endpoint: Row
  idempotencyKey?: string | undefined
  /** The caller's `Accept-Language`, which sets the language of the service's mails. */
  acceptLanguage?: string | undefined
  /**
   * The person who makes the request. The service records them with an execution, and requires another person as
   * the approver.
   */
  requester?: NamedRequester | undefined
}

type ServiceSettings = Pick<BffSettings, 'baasUrl' | 'orgUrl' | 'hostedUpstream'>

/** Endpoints that name the requester, so that the requester of a call or message cannot approve it too. */
const REQUESTED: ReadonlySet<Endpoint> = new Set<Endpoint>([
  BAAS_ENDPOINTS.executeTransaction,
  BAAS_ENDPOINTS.simulateTransaction,
  BAAS_ENDPOINTS.reviewMessage,
  BAAS_ENDPOINTS.holdMessage,
])

/**
 * Builds the request from scratch and forwards no browser header, because the service refuses keys with an Origin.
 * Uses the id of the current request. Background work gets a new id for each call.
 */
export function upstreamRequest(settings: ServiceSettings, organization: Organization, call: UpstreamCall) {
  const { path, method } = call.endpoint
  const named = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ''))
  const url = new URL(baseOf(settings, call.endpoint) + named)
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-api-key': organization.apiKey,
    'x-request-id': requestFields().requestId ?? randomUUID(),
  }
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey
  if (call.acceptLanguage !== undefined) headers['accept-language'] = acceptedLanguage(call.acceptLanguage)
  if (call.requester !== undefined && REQUESTED.has(call.endpoint))
    headers[REQUESTER_HEADER] = requesterHeader(settings.hostedUpstream, call.requester)
  if (call.body === undefined) return new Request(url, { method, headers })
  headers['content-type'] = 'application/json'
  return new Request(url, { method, headers, body: JSON.stringify(call.body) })
}

/** JSON of the requester in ASCII. Omits the IP address for a hosted service, which another party runs. */
function requesterHeader(isHosted: boolean, { ipAddress, ...named }: NamedRequester): string {
  const json = JSON.stringify(isHosted ? named : { ...named, ipAddress })
  return json.replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const OF_ORGANIZATION: ReadonlySet<Endpoint> = new Set(Object.values<Endpoint>(ORG_ENDPOINTS))
const OF_SANDBOX: ReadonlySet<Endpoint> = new Set(Object.values<Endpoint>(SANDBOX_ENDPOINTS))

function baseOf({ baasUrl, orgUrl }: ServiceSettings, endpoint: Endpoint): string {
  if (OF_SANDBOX.has(endpoint)) return orgUrl.replace(/\/v1\/org$/, '/sandbox')
  return OF_ORGANIZATION.has(endpoint) ? orgUrl : baasUrl
}

/**
 * The caller's Idempotency-Key, made unique per owner. The service knows only the organization, and one person's
 * key must not return another person's response.
 */
export function idempotencyKeyOf(request: Request, owner: string): string | undefined {
  const key = readIdempotencyKey(request.headers)
  if (key === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([owner, key]))
    .digest('base64url')
}
