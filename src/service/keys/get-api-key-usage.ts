import type { ApiKeyUsage } from '#protocol/api-keys.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import type { Caller, Context } from '#service/context.ts'
import {
  endpointNamed,
  shownSources,
  usageSources,
  usageWindow,
  type UsageWindow,
  requestsByDay,
  usageBy,
} from './read-usage.ts'
import { dayText } from './key-usage.ts'
import { sql } from 'kysely'

/**
 * `GET /v1/org/keys/{keyId}/usage`: how a key was used in the last 30 days, as far as it was counted; a revoked
 * one too. Source: profile 1, ADR 0005.
 *
 * @throws NOT_FOUND alike for a key that does not exist and one of another organization
 */
export async function getApiKeyUsage(
  ctx: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  input: { params: { keyId: string } },
): Promise<ApiKeyUsage> {
  const window = await usageWindow(ctx, caller, input.params.keyId)
  const [days, endpoints, sums] = await Promise.all([
    requestsByDay(ctx.db, sql`${window.keyId}`, window),
    usageEndpoints(ctx, window),
    usageSources(ctx, window),
  ])
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

async function usageEndpoints(
  ctx: Pick<Context, 'db'>,
  window: UsageWindow,
): Promise<ApiKeyUsage['endpoints']> {
  const sums = await usageBy('endpoint', ctx.db, window)
  return sums
    .map(({ name, requests, lastDay }) => {
      const { text, scope } = endpointNamed(name)
      return { endpoint: text, scope, requests, lastDay: dayText(lastDay) }
    })
    .toSorted((a, b) => b.requests - a.requests || (a.endpoint < b.endpoint ? -1 : 1))
}
