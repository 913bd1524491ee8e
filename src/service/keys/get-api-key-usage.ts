import type { ApiKeyUsage } from '#protocol/org/api-keys.ts'
import { SCOPES } from '#protocol/baas/scopes.ts'
import type { Caller, Context } from '#service/context.ts'
import { endpointNamed, shownSources, usageSources, usageWindow, type UsageWindow } from './read-usage.ts'
import { dayText } from './key-usage.ts'

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
    usageDays(ctx, window),
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

async function usageDays(ctx: Pick<Context, 'db'>, window: UsageWindow): Promise<ApiKeyUsage['days']> {
  const rows = await ctx.db
    .selectFrom('api_key_usage')
    .select((select) => ['epoch_day', select.fn.sum<string>('requests').as('requests')])
    .where('key_id', '=', window.keyId)
    .where('epoch_day', '>=', window.firstDay)
    .groupBy('epoch_day')
    .execute()
  const counted = new Map(rows.map((row) => [row.epoch_day, Number(row.requests)]))
  return Array.from({ length: window.today - window.firstDay + 1 }, (_, index) => {
    const epochDay = window.firstDay + index
    return { day: dayText(epochDay), requests: counted.get(epochDay) ?? 0 }
  })
}

async function usageEndpoints(
  ctx: Pick<Context, 'db'>,
  window: UsageWindow,
): Promise<ApiKeyUsage['endpoints']> {
  const rows = await ctx.db
    .selectFrom('api_key_usage')
    .select((select) => [
      'endpoint',
      select.fn.sum<string>('requests').as('requests'),
      select.fn.max('epoch_day').as('last_day'),
    ])
    .where('key_id', '=', window.keyId)
    .where('epoch_day', '>=', window.firstDay)
    .groupBy('endpoint')
    .execute()
  return rows
    .map((row) => {
      const { text, scope } = endpointNamed(row.endpoint)
      return { endpoint: text, scope, requests: Number(row.requests), lastDay: dayText(row.last_day) }
    })
    .toSorted((a, b) => b.requests - a.requests || (a.endpoint < b.endpoint ? -1 : 1))
}
