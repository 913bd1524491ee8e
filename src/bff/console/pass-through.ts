import type { Asked, BffContext, Route } from '#bff/context.ts'
import { answer } from '#bff/http/exchange.ts'
import { declareRequester } from '#bff/members/known-emails.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { deriveIdempotencyKey } from '#bff/upstream/idempotency-key.ts'
import type { UpstreamCall } from '#bff/upstream/upstream-request.ts'
import type { ServiceEndpoint } from '#protocol/endpoint.ts'
import { nextQuery } from '#server-kit/http/next-query.ts'
import { nextLink } from '#server-kit/http/read-page.ts'
import { recordCall, sendCall, type Forwarded, type ForwardedOperations } from './forwarded-call.ts'

type ServiceTable = Readonly<Record<string, ServiceEndpoint>>

/**
 * Routes for signed-in administrators below `base`, one per endpoint of a service table. An endpoint without an
 * operation of its own is forwarded unchanged.
 */
export function passThroughRoutes<Table extends ServiceTable>(
  ctx: BffContext,
  base: string,
  table: Table,
  operations: ForwardedOperations<Table>,
): Route[]
export function passThroughRoutes(
  ctx: BffContext,
  base: string,
  table: ServiceTable,
  operations: Readonly<Record<string, Forward | undefined>>,
): Route[] {
  return Object.entries(table).map(([name, row]) =>
    sessionRoute(ctx, { ...row, path: base + row.path }, async (asked) => {
      const forward = operations[name] ?? forwardUnchanged
      const { status, content, headers } = await forward({ ...asked, row, call: await toCall(row, asked) })
      const { link, ...passed } = headers
      const query = nextQuery(link)
      const next = query && nextLink(ctx.settings.publicUrl, asked.exchange.req.path, query)
      return answer(content, status, { ...passed, ...next })
    }),
  )
}

type Forward = (asked: Forwarded<ServiceEndpoint, BffContext>) => Promise<UpstreamAnswer<unknown>>

const forwardUnchanged: Forward = (asked) => recordCall(asked, () => sendCall(asked))

async function toCall(
  endpoint: ServiceEndpoint,
  { ctx, exchange, session, by, body }: Asked<ServiceEndpoint, BffContext>,
): Promise<UpstreamCall> {
  const { req } = exchange
  const { id, name } = session.admin
  const requester = { kind: 'administrator', id, name, ipAddress: by.ipAddress ?? undefined } as const
  return {
    endpoint,
    idempotencyKey: deriveIdempotencyKey(req.raw, `console:${id}`),
    acceptLanguage: req.header('accept-language'),
    params: req.param(),
    query: Object.fromEntries(new URL(req.url).searchParams),
    body,
    ...(endpoint.namesRequester === true && {
      requester: await declareRequester(ctx, session.organization.id, requester),
    }),
  }
}
