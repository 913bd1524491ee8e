import { type KeyUsageSource, KEY_USAGE_DAYS } from '#protocol/org/api-keys.ts'
import type { Caller, Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { dayText, epochDayOf, SOURCE_MARKS } from './key-usage.ts'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import type { Scope } from '#protocol/baas/scopes.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'

const DAY_MS = 86_400_000
/** More addresses are of no use to a reader. */
const SOURCES_SHOWN = 100

/** The key whose usage is asked for, and from when on it is known. */
export type UsageWindow = {
  keyId: string
  scopes: readonly string[]
  since: Date
  firstDay: number
  today: number
}

/** @throws NOT_FOUND alike for a key that does not exist and one of another organization */
export async function usageWindow(
  ctx: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  keyId: string,
): Promise<UsageWindow> {
  const row = await ctx.db
    .selectFrom('api_keys')
    .select(['id', 'scopes', 'usage_since'])
    .where('organization_id', '=', caller.organizationId)
    .where('id', '=', keyId.toLowerCase())
    .executeTakeFirst()
  if (row === undefined) throw apiError('NOT_FOUND')
  const since = usageSince(row.usage_since, ctx.clock.now())
  return {
    keyId: row.id,
    scopes: row.scopes,
    since,
    firstDay: epochDayOf(since),
    today: epochDayOf(ctx.clock.now()),
  }
}

/** From when on requests are known: what is older than 30 days is forgotten. */
export function usageSince(countedSince: Date, now: Date): Date {
  return new Date(Math.max(countedSince.getTime(), now.getTime() - KEY_USAGE_DAYS * DAY_MS))
}

type SourceSum = { source: string; requests: number; lastDay: number }

/** All sources of a key's requests, most used first. */
export async function usageSources(ctx: Pick<Context, 'db'>, window: UsageWindow): Promise<SourceSum[]> {
  const rows = await ctx.db
    .selectFrom('api_key_usage')
    .select((select) => [
      'source',
      select.fn.sum<string>('requests').as('requests'),
      select.fn.max('epoch_day').as('last_day'),
    ])
    .where('key_id', '=', window.keyId)
    .where('epoch_day', '>=', window.firstDay)
    .groupBy('source')
    .execute()
  const sums = rows.map((row) => ({
    source: row.source,
    requests: Number(row.requests),
    lastDay: row.last_day,
  }))
  return sums.toSorted((a, b) => b.requests - a.requests || (a.source < b.source ? -1 : 1))
}

/** The first of them as they are answered, and how many were left off. */
export function shownSources(sums: readonly SourceSum[]): { shown: KeyUsageSource[]; more: number } {
  const shown = sums.slice(0, SOURCES_SHOWN).map(({ source, requests, lastDay }): KeyUsageSource => {
    const kind = Object.values(SOURCE_MARKS).find((mark) => mark === source) ?? 'address'
    return { kind, ip: kind === 'address' ? source : null, requests, lastDay: dayText(lastDay) }
  })
  return { shown, more: sums.length - shown.length }
}

type NamedEndpoint = { text: string; scope: Scope | null }

const named = (base: string, table: Readonly<Record<string, Endpoint>>) =>
  Object.entries(table).map(
    ([name, { method, path, scope }]) => [name, { text: `${method} ${base}${path}`, scope }] as const,
  )

const ENDPOINTS: ReadonlyMap<string, NamedEndpoint> = new Map([
  ...named('/baas', BAAS_ENDPOINTS),
  ...named('/org', ORG_ENDPOINTS),
])

/** A row of the endpoint tables by its name: how people write it, and its scope. A removed one keeps its name. */
export function endpointNamed(name: string): NamedEndpoint {
  return ENDPOINTS.get(name) ?? { text: name, scope: null }
}
