import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'

export type TableRow = { name: string; prefix: string; row: Endpoint }

/** Every endpoint of the two tables, with the path at which its table is mounted. */
export const TABLE_ROWS: TableRow[] = [
  ...Object.entries<Endpoint>(BAAS_ENDPOINTS).map(([name, row]) => ({ name, prefix: '/v1/baas', row })),
  ...Object.entries<Endpoint>(ORG_ENDPOINTS).map(([name, row]) => ({ name, prefix: '/v1/org', row })),
]

/** Path parameters that identify nothing. */
export const EXAMPLE_PARAMS: Record<string, string> = {
  address: '0x000000000000000000000000000000000000dEaD',
  transactionUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
  messageUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaab',
  keyId: '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb',
  webhookId: '2f3f1f7e-7a52-4c6c-9a53-dddddddddddd',
  deliveryId: '2f3f1f7e-7a52-4c6c-9a53-eeeeeeeeeeee',
  domainId: '2f3f1f7e-7a52-4c6c-9a53-cccccccccccc',
  policyId: '2f3f1f7e-7a52-4c6c-9a53-ffffffffffff',
  tokenAddress: '0x000000000000000000000000000000000000dEaD',
  tokenId: '1',
}

/** The full path of an endpoint, with its parameters filled in. */
export function fillPath(
  { prefix, row }: { prefix: string; row: Pick<Endpoint, 'path'> },
  params: Record<string, string> = EXAMPLE_PARAMS,
): string {
  const path = row.path.replace(/:([A-Za-z]+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? 'x'),
  )
  return `${prefix}${path}`
}
