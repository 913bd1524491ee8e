import { asked, type Places, type SizeOperation } from './size-places.ts'
import type { SizeWorld } from './size-world.ts'

/** Measured requests about one API key: its usage, and its request log with each filter. */
export function keyOperations(world: SizeWorld, { delivery }: Places): SizeOperation[] {
  const { keyId } = world.demo
  const requests: Record<string, string> = {
    'first page': '',
    refused: 'statusClass=4xx',
    succeeded: 'statusClass=2xx',
    'of a fault': 'statusClass=5xx',
    'of a rare method': 'method=DELETE',
    'of a method': 'method=GET',
    'of a code': 'code=FORBIDDEN',
    'of a rare code': 'code=POLICY_REFUSED',
    'of an unused code': 'code=NOT_FOUND',
    'until a point in time': `untilDatetime=${delivery.last.at.toISOString()}`,
    'since a point in time': `sinceDatetime=${delivery.middle.at.toISOString()}`,
  }
  return [
    asked(world, { what: 'usage of a key', path: `/v1/org/keys/${keyId}/usage` }),
    ...Object.entries(requests).map(([name, query]) =>
      asked(world, {
        what: `requests of a key, ${name}`,
        path: `/v1/org/keys/${keyId}/requests?limit=200&${query}`,
      }),
    ),
  ]
}
