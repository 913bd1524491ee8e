import { sql, type RawBuilder } from 'kysely'
import { type KeyUsageSource, KEY_USAGE_DAYS, type ApiKeyUsage } from '#protocol/api-key-requests.ts'
import { type Endpoint, type Scope, SCOPES } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { selectApiKey } from './authenticate-key.ts'
import { dayText, toEpochDay, SOURCE_MARKS } from './request-log.ts'
import type { KeyTables } from './tables.ts'

const DAY_MS = 86_400_000
/** Maximum number of returned IP addresses. Nobody reads a longer list. */
const SOURCES_SHOWN = 100

type UsageWindow = {
  keyId: string
  scopes: KeyTables['api_keys']['scopes']
  since: Date
  firstDay: number
  today: number
}

/** Returns a key with the period in which its usage is counted. */
export function usageWindow(
  key: Pick<KeyTables['api_keys'], 'id' | 'scopes' | 'usage_since'>,
  now: Date,
): UsageWindow {
  const since = usageSince(key.usage_since, now)
  return { keyId: key.id, scopes: key.scopes, since, firstDay: toEpochDay(since), today: toEpochDay(now) }
}

/** The start of the counted period. Data older than 30 days is deleted. */
export function usageSince(countedSince: Date, now: Date): Date {
  return new Date(Math.max(countedSince.getTime(), now.getTime() - KEY_USAGE_DAYS * DAY_MS))
}

/** Requests on each UTC day of a period, including both ends. `keyIds`: SQL for the counted keys. */
export async function requestsByDay(
  db: Database,
  keyIds: RawBuilder<unknown>,
  { firstDay, today }: Pick<UsageWindow, 'firstDay' | 'today'>,
): Promise<ApiKeyUsage['days']> {
  const { rows } = await sql<{ epoch_day: number; requests: string }>`
    select epoch_day, sum(requests)::text as requests from api_key_usage
    where key_id in (${keyIds}) and epoch_day >= ${firstDay} group by epoch_day`.execute(db)
  const counted = new Map(rows.map((row) => [row.epoch_day, Number(row.requests)]))
  return Array.from({ length: today - firstDay + 1 }, (_, index) => {
    const epochDay = firstDay + index
    return { day: dayText(epochDay), requests: counted.get(epochDay) ?? 0 }
  })
}

type UsageSum = { name: string; requests: number; lastDay: number }

/** A key's requests by endpoint or by source. */
export async function usageBy(
  column: 'endpoint' | 'source',
  db: Database,
  { keyId, firstDay }: UsageWindow,
): Promise<{ name: string; requests: number; lastDay: number }[]> {
  const { rows } = await sql<{ name: string; requests: string; last_day: number }>`
    select ${sql.ref(column)} as name, sum(requests)::text as requests, max(epoch_day) as last_day
    from api_key_usage where key_id = ${keyId} and epoch_day >= ${firstDay} group by 1`.execute(db)
  return rows.map(({ name, requests, last_day }) => ({ name, requests: Number(requests), lastDay: last_day }))
}

/** Returns the most used sources in the format of the response, and the number of omitted sources. */
export function shownSources(sums: readonly UsageSum[]): { shown: KeyUsageSource[]; more: number } {
  const sorted = sums.toSorted((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
  const shown = sorted.slice(0, SOURCES_SHOWN).map(({ name, requests, lastDay }): KeyUsageSource => {
    const kind = Object.values(SOURCE_MARKS).find((mark) => mark === name) ?? 'address'
    return { kind, ip: kind === 'address' ? name : null, requests, lastDay: dayText(lastDay) }
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

/**
 * Returns the display form and the scope of an endpoint. An endpoint that no longer exists is displayed by its name.
 */
export function endpointNamed(name: string): NamedEndpoint {
  return ENDPOINTS.get(name) ?? { text: name, scope: null }
}

/**
 * `GET /v1/org/keys/{keyId}/usage`: the counted use of a key in the last 30 days, also for a revoked key.
 * Source: profile 1, ADR 0005.
 *
 * @throws NOT_FOUND for a key that does not exist or belongs to another organization
 */
export const getApiKeyUsage: Operation<'getApiKeyUsage', HasClock & HasDatabase> = async (
  ctx,
  caller,
  { params },
) => {
  const key = await selectApiKey(ctx.db, caller, params.keyId).executeTakeFirstOrThrow(notFound)
  const window = usageWindow(key, ctx.clock.now())
  const [days, called, sums] = await Promise.all([
    requestsByDay(ctx.db, sql`${window.keyId}`, window),
    usageBy('endpoint', ctx.db, window),
    usageBy('source', ctx.db, window),
  ])
  const endpoints = called
    .map(({ name, ...sum }) => {
      const { text, scope } = endpointNamed(name)
      return { endpoint: text, scope, ...sum }
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
        lastDay: used.length === 0 ? null : dayText(Math.max(...used.map((one) => one.lastDay))),
      }
    }),
    endpoints: endpoints.map(({ lastDay, ...used }) => ({ ...used, lastDay: dayText(lastDay) })),
    sources,
    moreSources,
  }
}
