import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { HasUpstreamUrls } from '#bff/context-parts.ts'
import type { Organization } from '#bff/ports.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { REQUESTER_HEADER, type DeclaredRequester } from '#protocol/requester.ts'
import { requestFields } from '#server-kit/http/request-scope.ts'

/** Input of an endpoint, typed by its schemas. Untyped for the general type `Endpoint`. */
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
   * The person who makes the request. The service records them with an execution and requires another person as the
   * approver. Only they receive the number that the approver has to pick.
   */
  requester?: DeclaredRequester | undefined
  /** Content to return if a hosted service lacks the endpoint. Undefined means UPSTREAM_LACKS. */
  ifLacking?: z.output<Row['answer']> | undefined
  /** Content to return if the service reports success with unreadable content. Undefined means UPSTREAM_FAILED. */
  ifUnreadable?: z.output<Row['answer']> | undefined
}

type ServiceSettings = HasUpstreamUrls['settings']

/**
 * Builds the request from scratch and forwards no browser header, because the service refuses keys with an Origin.
 * Uses the id of the current request. Background work gets a new id for each call.
 */
export function upstreamRequest(
  settings: ServiceSettings,
  organization: Organization,
  call: UpstreamCall,
): Request {
  const { path, method } = call.endpoint
  const named = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ''))
  const url = new URL(chooseBase(settings, call.endpoint) + named)
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
  if (call.requester !== undefined && call.endpoint.namesRequester === true)
    headers[REQUESTER_HEADER] = requesterHeader(settings.hostedUpstream, call.requester)
  if (call.body === undefined) return new Request(url, { method, headers })
  headers['content-type'] = 'application/json'
  return new Request(url, { method, headers, body: JSON.stringify(call.body) })
}

/** JSON of the requester in ASCII. Omits the IP address for a hosted service, which another party runs. */
function requesterHeader(isHosted: boolean, { ipAddress, ...named }: DeclaredRequester): string {
  const json = JSON.stringify(isHosted ? named : { ...named, ipAddress })
  return json.replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function chooseBase({ baasUrl, orgUrl }: ServiceSettings, { api }: Endpoint): string {
  if (api === 'sandbox') return orgUrl.replace(/\/v1\/org$/, '/sandbox')
  return api === 'org' ? orgUrl : baasUrl
}
