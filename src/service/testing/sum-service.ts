import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { uintSchema } from '#protocol/fields.ts'
import { createHttp } from '#service/http/create-http.ts'
import { endpointRoutes } from '#service/http/endpoint-routes.ts'
import { WithHeaders } from '#service/http/endpoint-types.ts'
import { createAdmission } from '#service/keys/admit-request.ts'
import type { AuthenticatedKey } from '#service/keys/authenticate-key.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { startTestContext, type TestContext } from './test-context.ts'

/** A small table of endpoints, to test the shared behavior of all endpoints without the service's own. */
const TABLE = {
  add: {
    method: 'POST',
    path: '/sums',
    scope: 'wallet:create',
    body: z.strictObject({ a: uintSchema, note: z.optional(z.string().check(z.maxLength(10))) }),
    answer: z.object({ sum: z.string() }),
    summary: 'Adds to the sum',
  },
  list: {
    method: 'GET',
    path: '/sums',
    scope: 'wallet:read',
    query: z.strictObject({ q: z.optional(z.string()) }),
    answer: z.array(z.string()),
    summary: 'Lists',
  },
  clear: {
    method: 'POST',
    path: '/new-sum',
    scope: 'wallet:create',
    answer: z.object({ sum: z.string() }),
    summary: 'Begins again',
  },
  one: {
    method: 'GET',
    path: '/sums/:id',
    scope: null,
    params: z.strictObject({ id: z.string().check(z.regex(/^[a-z]+$/, 'must be letters')) }),
    answer: z.object({ id: z.string() }),
    summary: 'Reads one',
  },
} as const satisfies Record<string, Endpoint>

export type SumService = {
  ctx: TestContext
  /** The total added since the last reset. */
  sum: bigint
  /** Runs inside `add`, before its effect. */
  behaviour: () => Promise<void>
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** `POST /v1/sums` with the key `full`. `body` is sent as JSON, or unchanged if it is a text. */
  post: (body: unknown, headers?: Record<string, string>) => Promise<Response>
  /** Another process on the same database. */
  another: () => (request: Request) => Promise<Response>
  reset: () => void
}

const UNLIMITED: Pick<AuthenticatedKey, 'ipAllowList' | 'limits'> = {
  ipAllowList: { mode: 'off', ranges: [] },
  limits: { key: null, organization: null },
}

/**
 * A service with these keys: `full`, `second` and `none` (no matching scope) of one organization, and `other`
 * of a second one.
 */
export async function startSumService(): Promise<SumService> {
  const ctx = await startTestContext()
  const one = await createOrganization(ctx.db, { name: 'One', now: new Date() })
  const two = await createOrganization(ctx.db, { name: 'Two', now: new Date() })
  const keys = new Map<string, AuthenticatedKey>([
    ['full', { ...UNLIMITED, organizationId: one.id, keyId: 'k1', scopes: ['wallet:create', 'wallet:read'] }],
    [
      'other',
      { ...UNLIMITED, organizationId: two.id, keyId: 'k2', scopes: ['wallet:create', 'wallet:read'] },
    ],
    ['second', { ...UNLIMITED, organizationId: one.id, keyId: 'k4', scopes: ['wallet:create'] }],
    ['none', { ...UNLIMITED, organizationId: one.id, keyId: 'k3', scopes: ['token:transfer'] }],
  ])
  const { admit } = createAdmission(ctx, {
    authenticate: async (key) => keys.get(key ?? ''),
    raiseExposed: () => Promise.resolve(),
  })
  const another = () => {
    const routes = endpointRoutes(ctx, admit, TABLE, {
      add: async (_ctx, _caller, { body }) => {
        await service.behaviour()
        service.sum += BigInt(body.a)
        return { sum: service.sum.toString() }
      },
      list: async (_ctx, _caller, { query }) => new WithHeaders([query.q ?? ''], { link: '<x>; rel="next"' }),
      clear: async () => {
        service.sum = 0n
        return { sum: '0' }
      },
      one: async (_ctx, _caller, { params }) => ({ id: params.id }),
    })
    const app = createHttp(ctx.log).route('/v1', routes)
    return async (request: Request) => app.fetch(request)
  }
  const answer = another()
  const service: SumService = {
    ctx,
    sum: 0n,
    behaviour: () => Promise.resolve(),
    fetch: (path, init) => answer(new Request(`http://service.test${path}`, init)),
    post: (body, headers) => answer(postRequest(body, headers)),
    another,
    reset: () => {
      service.sum = 0n
      service.behaviour = () => Promise.resolve()
    },
  }
  return service
}

export function postRequest(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('http://service.test/v1/sums', {
    method: 'POST',
    headers: { 'x-api-key': 'full', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const envelope = z.object({ statusCode: z.number(), content: z.looseObject({}) })

export async function readEnvelope(response: Response) {
  const body: unknown = await response.json()
  return z.parse(envelope, body)
}
