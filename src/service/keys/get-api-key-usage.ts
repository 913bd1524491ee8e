import type { Operation } from '#service/http/endpoint-types.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { endpointNamed, shownSources, usageWindow, requestsByDay, usageBy } from './read-usage.ts'
import { dayText } from './request-log.ts'
import { sql } from 'kysely'
import { notFound } from '#server-kit/http/http-error.ts'
import { selectApiKey } from './list-api-keys.ts'

/**
 * `GET /v1/org/keys/{keyId}/usage`: how a key was used in the last 30 days, as far as it was counted; a revoked
 * one too. Source: profile 1, ADR 0005.
 *
 * @throws NOT_FOUND alike for a key that does not exist and one of another organization
 */
export const getApiKeyUsage: Operation<'getApiKeyUsage'> = async (ctx, caller, { params }) => {
  const key = await selectApiKey(ctx.db, caller, params.keyId).executeTakeFirstOrThrow(notFound)
  const window = usageWindow(key, ctx.clock.now())
  const [days, called, sums] = await Promise.all([
    requestsByDay(ctx.db, sql`${window.keyId}`, window),
    usageBy('endpoint', ctx.db, window),
    usageBy('source', ctx.db, window),
  ])
  const endpoints = called
    .map(({ name, requests, lastDay }) => {
      const { text, scope } = endpointNamed(name)
      return { endpoint: text, scope, requests, lastDay: dayText(lastDay) }
    })
    .toSorted((a, b) => b.requests - a.requests || (a.endpoint < b.endpoint ? -1 : 1))
  const { shown: sources, more: moreSources } = shownSources(sums)
  return {
    sinceDatetime: window.since.toISOString(),
    requests: days.reduce((sum, { requests }) => sum + requests, 0),
    days,
    scopes: SCOPES.filter((scope) => window.scopes.includes(scope)).map((scope) => {
      const used = endpoints.filter((endpoint) => endpoint.scope === scope)
      return {
        scope,
        requests: used.reduce((sum, { requests }) => sum + requests, 0),
        lastDay: used.map(({ lastDay }) => lastDay).reduce(later, null),
      }
    }),
    endpoints,
    sources,
    moreSources,
  }
}

function later(a: string | null, b: string): string {
  return a !== null && a > b ? a : b
}
