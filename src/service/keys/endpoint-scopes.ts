import type { Endpoint } from '#protocol/baas/endpoints.ts'
import type { Scope } from '#protocol/baas/scopes.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'

type NamedEndpoint = { text: string; scope: Scope | null }

const named = (base: string, table: Readonly<Record<string, Endpoint>>) =>
  Object.entries(table).map(
    ([name, { method, path, scope }]) => [name, { text: `${method} ${base}${path}`, scope }] as const,
  )

const ENDPOINTS: ReadonlyMap<string, NamedEndpoint> = new Map([
  ...named('/baas', BAAS_ENDPOINTS),
  ...named('/org', ORG_ENDPOINTS),
])

/** A row of the endpoint tables by its name: how people write it, and its scope. One that is gone keeps its name. */
export function endpointNamed(name: string): NamedEndpoint {
  return ENDPOINTS.get(name) ?? { text: name, scope: null }
}
