import { createHash } from 'node:crypto'
import type { Endpoint } from '#shared/baas/endpoints.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '#shared/baas/limits.ts'
import type { BffSettings } from '#bff/context.ts'
import { refusedFields } from '#bff/http/field-errors.ts'
import type { Organization } from '#bff/organizations/organization.ts'

export type UpstreamCall<Row extends Endpoint = Endpoint> = {
  /** Under which base the endpoint's path lies. */
  base: 'baas' | 'org'
  endpoint: Row
  requestId: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  idempotencyKey?: string | undefined
}

/** Built from nothing: no header of a browser goes to the service, which refuses keys that come with an Origin. */
export function upstreamRequest(
  settings: BffSettings,
  organization: Organization,
  call: UpstreamCall,
): Request {
  const url = new URL((call.base === 'baas' ? settings.baasUrl : settings.orgUrl) + pathOf(call))
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-api-key': organization.apiKey,
    'x-request-id': call.requestId,
  }
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey
  const { method } = call.endpoint
  if (call.body === undefined) return new Request(url, { method, headers })
  headers['content-type'] = 'application/json'
  return new Request(url, { method, headers, body: JSON.stringify(call.body) })
}

function pathOf({ endpoint, params }: UpstreamCall): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
}

/**
 * The caller's Idempotency-Key, apart from those of all others: the service knows only the organization, and
 * one person's key must not answer another's request.
 */
export function idempotencyKeyOf(request: Request, owner: string): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (key === '' || key.length > IDEMPOTENCY_KEY_LENGTH_MAX) {
    const message = `must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters`
    throw refusedFields([{ path: 'Idempotency-Key', message }])
  }
  return createHash('sha256')
    .update(JSON.stringify([owner, key]))
    .digest('base64url')
}
