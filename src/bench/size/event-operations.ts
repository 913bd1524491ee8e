import { asked, type Places, type SizeOperation } from './size-places.ts'
import type { SizeWorld } from './size-world.ts'

/** Lists of events, deliveries and the request log of keys. */
export async function eventOperations(
  world: SizeWorld,
  { delivery, endpoint }: Places,
): Promise<SizeOperation[]> {
  const [every, some] = await Promise.all([endpoint(1), endpoint(2)])
  const deliveries = (of: string, query: string) => `/v1/org/webhooks/${of}/deliveries?limit=200&${query}`
  const since = `sinceDatetime=${delivery.middle.at.toISOString()}`
  const types = [
    'transaction.submitted',
    'transaction.cancelled',
    'wallet.created',
    'alert.raised',
    'apikey.exposed',
  ]
  const paths: [string, string][] = [
    ['webhooks', '/v1/org/webhooks'],
    ['deliveries, first page', deliveries(every, '')],
    ['deliveries, middle page', deliveries(every, `cursor=${delivery.middle.cursor}`)],
    ['deliveries, last page', deliveries(every, `cursor=${delivery.last.cursor}`)],
    ['deliveries since a point in time', deliveries(every, since)],
    ...['pending', 'delivered', 'failed', 'cancelled'].flatMap((status): [string, string][] => [
      [`deliveries, ${status}`, deliveries(every, `status=${status}`)],
      [`deliveries, ${status}, of the other endpoint`, deliveries(some, `status=${status}`)],
    ]),
    ...types.flatMap((type): [string, string][] => [
      [`deliveries of ${type}`, deliveries(every, `type=${type}`)],
      [`deliveries of ${type}, failed`, deliveries(every, `type=${type}&status=failed`)],
      [
        `deliveries of ${type}, middle page`,
        deliveries(every, `type=${type}&cursor=${delivery.middle.cursor}`),
      ],
      [`events of ${type}`, `/v1/org/events?limit=200&type=${type}`],
      [
        `events of ${type} after one`,
        `/v1/org/events?limit=200&type=${type}&afterSequence=${delivery.middle.sequence}`,
      ],
    ]),
    ['one delivery', `/v1/org/webhooks/${every}/deliveries/${delivery.middle.id}`],
    ['events, first page', '/v1/org/events?limit=200'],
    ['events, middle page', `/v1/org/events?limit=200&beforeSequence=${delivery.middle.sequence}`],
    ['events after one', `/v1/org/events?limit=200&afterSequence=${delivery.last.sequence}`],
    ['keys', '/v1/org/keys'],
  ]
  return paths.map(([what, path]) => asked(world, { what, path }))
}
