import { afterEach, expect, test } from 'vitest'
import type { Delivery } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'
import { answerWith } from '#service/testing/webhook-receiver.ts'

const HOUR_MS = 3_600_000

const world = await forFile(serviceWorld.webhooks())
afterEach(() => world.endTest())

const list = async (webhookId: string, query: Record<string, string>) =>
  world.call('GET', `/v1/org/webhooks/${webhookId}/deliveries?${new URLSearchParams(query).toString()}`)
const resend = (webhookId: string, body: unknown, key = world.demo.key) =>
  world.call('POST', `/v1/org/webhooks/${webhookId}/resend`, { key, body })

/**
 * Creates four deliveries, an hour apart, oldest first: a failed one, whose type differs from the others, a cancelled
 * one, one that is being retried, and a delivered one.
 */
async function mixedDeliveries() {
  const { id } = await world.register('/hook')
  const worker = await world.deliver()
  const statusOf = ['failed', 'cancelled', 'pending', 'delivered'] as const
  for (const [index, status] of statusOf.entries()) {
    await world.emit(status === 'failed' ? 'transaction.failed' : 'wallet.created')
    await expect.poll(async () => (await world.settled(id)).length).toBe(index + 1)
    world.ctx.clock.advance(HOUR_MS)
  }
  await worker.stop()
  const deliveries = (await world.deliveriesOf(id)).toReversed()
  const dueAt = new Date(world.ctx.clock.now().getTime() + 20 * HOUR_MS)
  for (const [index, status] of statusOf.entries())
    await world.ctx.db
      .updateTable('webhook_deliveries')
      .set({ status, due_at: status === 'pending' ? dueAt : null })
      .where('id', '=', deliveries[index]!.id)
      .execute()
  return { id, deliveries }
}
const statuses = async (webhookId: string) =>
  (await world.deliveriesOf(webhookId)).map((one) => one.status).toReversed()

test('behavior: filters deliveries by type, by status and by time, also on the next page', async () => {
  const { id, deliveries } = await mixedDeliveries()
  const [failed, cancelled, retried, delivered] = deliveries
  const ids = async (query: Record<string, string>) =>
    (await list(id, query)).content.map((one: Delivery) => one.id)
  expect(await ids({ type: 'transaction.failed' })).toEqual([failed!.id])
  expect(await ids({ type: 'wallet.created', status: 'pending' })).toEqual([retried!.id])
  const sinceDatetime = cancelled!.createdAtDatetime
  expect(await ids({ sinceDatetime })).toEqual([delivered!.id, retried!.id, cancelled!.id])
  const page = await list(id, { sinceDatetime, type: 'wallet.created', limit: '2' })
  const next = /<http:\/\/localhost:4000(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  expect((await world.call('GET', next!)).content.map((one: Delivery) => one.id)).toEqual([cancelled!.id])
  for (const [field, value] of [
    ['type', 'wallet.sold'],
    ['sinceDatetime', '2026-99-01T00:00:00Z'],
    ['sinceDatetime', 'yesterday'],
  ] as const)
    expect(refusedFields(await list(id, { [field]: value }))[0]).toBe(field)
})

test('behavior: sends all undelivered ones again immediately, each with its own event, but not delivered ones', async () => {
  const { id, deliveries } = await mixedDeliveries()
  world.receiver.received.splice(0)
  world.receiver.answer = answerWith(204)
  expect((await resend(id, {})).content).toEqual({ resent: 3, complete: true })
  // The deliveries are already due, so another request restarts none of them.
  expect((await resend(id, {})).content).toEqual({ resent: 0, complete: true })
  await world.deliver()
  await expect.poll(() => statuses(id)).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
  const sent = world.receiver.received.map((one) => one.id)
  expect(new Set(sent)).toEqual(new Set(deliveries.slice(0, 3).map((one) => one.eventId)))
  expect(sent).toHaveLength(3)
})

test('behavior: sends only those of the filter again, and none of another endpoint', async () => {
  const { id, deliveries } = await mixedDeliveries()
  const other = await world.register('/other')
  expect((await resend(other.id, {})).content.resent).toBe(0)
  expect((await resend(id, { type: 'apikey.exposed' })).content.resent).toBe(0)
  expect((await resend(id, { status: 'failed' })).content.resent).toBe(1)
  expect(await statuses(id)).toEqual(['pending', 'cancelled', 'pending', 'delivered'])
  const sinceDatetime = deliveries[2]!.createdAtDatetime
  expect((await resend(id, { sinceDatetime })).content.resent).toBe(1)
  expect(await statuses(id)).toEqual(['pending', 'cancelled', 'pending', 'delivered'])
})

test('error: leaves a worker’s delivery alone; refuses a delivered status, a disabled endpoint and another organization', async () => {
  const { id, deliveries } = await mixedDeliveries()
  const { organization_id, endpoint_id } = await world.ctx.db
    .selectFrom('webhook_deliveries')
    .select(['organization_id', 'endpoint_id'])
    .where('id', '=', deliveries[2]!.id)
    .executeTakeFirstOrThrow()
  const lease = { lease_id: crypto.randomUUID(), ends_at: new Date() }
  await world.ctx.db
    .insertInto('webhook_leases')
    .values({ delivery_id: deliveries[2]!.id, organization_id, endpoint_id, ...lease })
    .execute()
  expect((await resend(id, {})).content.resent).toBe(2)
  expect(refusedFields(await resend(id, { status: 'delivered' }))).toEqual(['status'])
  const other = await world.addOrganization('Others', 'others.example')
  expect((await resend(id, {}, other.key)).status).toBe(404)
  await world.call('PUT', `/v1/org/webhooks/${id}`, { body: { enabled: false } })
  expect((await resend(id, {})).status).toBe(409)
})
