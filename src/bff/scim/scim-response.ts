import { bffError } from '#bff/http/exchange.ts'
import { nulErrors } from '#protocol/find-nul-characters.ts'
import { parseJson } from '#server-kit/http/parse-json.ts'
import { readText } from '#server-kit/http/read-body.ts'
import { validationError } from '#server-kit/http/validate.ts'

/** The schemas of SCIM's documents. Source: RFC 7643, section 8; RFC 7644, section 8.2. */
export const SCIM_URNS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  serviceProviderConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

const HEADERS = {
  'content-type': 'application/scim+json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** A response with a SCIM document, without our envelope. */
export function respondScim(status: number, content: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(content), { status, headers: { ...HEADERS, ...headers } })
}

/** A response without a body. For 304, `headers` has the version of the resource as its `etag`. */
export function respondEmpty(status: 204 | 304, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/** A list with all of its items. Source: RFC 7644, section 3.4.2. */
export function toList(resources: readonly object[]): object {
  const count = resources.length
  return {
    schemas: [SCIM_URNS.list],
    totalResults: count,
    startIndex: 1,
    itemsPerPage: count,
    Resources: resources,
  }
}

const MEDIA_TYPES: ReadonlySet<string> = new Set(['application/scim+json', 'application/json'])

/**
 * Reads the JSON object in a request's body. Source: RFC 7644, section 3.1.
 *
 * @throws NOT_JSON for another content type, BODY_TOO_LARGE, INVALID_JSON, VALIDATION_FAILED
 */
export async function readScimBody(request: Request): Promise<Record<string, unknown>> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  if (!MEDIA_TYPES.has(type.trim().toLowerCase())) throw bffError('NOT_JSON')
  const body = parseJson(await readText(request))
  const errors = isObject(body) ? nulErrors(body) : [{ path: '', message: 'must be a JSON object' }]
  if (errors.length > 0 || !isObject(body)) throw validationError(errors)
  return body
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
