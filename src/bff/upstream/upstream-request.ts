import * as z from 'zod/mini'
import type { BffSettings, Organization } from '#bff/context.ts'
import { randomUUID } from 'node:crypto'
import { acceptedLanguage } from '#protocol/display/language.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { REQUESTER_HEADER, type NamedRequester } from '#protocol/organization-transactions.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { requestFields } from '#server-kit/http/request-scope.ts'

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
