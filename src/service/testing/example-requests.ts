import type { Endpoint } from '#shared/baas/endpoints.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#shared/org/endpoints.ts'

export type TableRow = { name: string; prefix: string; row: Endpoint }

/** Every row of the two endpoint tables, with the path under which its table is mounted. */
export const TABLE_ROWS: TableRow[] = [
  ...Object.entries<Endpoint>(BAAS_ENDPOINTS).map(([name, row]) => ({ name, prefix: '/v1/baas', row })),
  ...Object.entries<Endpoint>(ORG_ENDPOINTS).map(([name, row]) => ({ name, prefix: '/v1/org', row })),
]

/** Path parameters of nothing that exists. */
export const EXAMPLE_PARAMS: Record<string, string> = {
  address: '0x000000000000000000000000000000000000dEaD',
  transactionUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
  keyId: '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb',
}

/** The whole path of a row, with parameters filled in. */
export function pathOf({ prefix, row }: TableRow, params: Record<string, string> = EXAMPLE_PARAMS): string {
  const path = row.path.replace(/:([A-Za-z]+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? 'x'),
  )
  return `${prefix}${path}`
}
