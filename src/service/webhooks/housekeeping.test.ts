import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { answerWith } from '#service/testing/webhook-receiver.ts'
import { deleteOldEvents } from './delete-old-events.ts'

const DAY_MS = 24 * 3_600_000

const world = await forFile(serviceWorld.webhooks())
afterEach(() => world.endTest())

async function valueOf(name: string): Promise<number> {
  const line = (await world.ctx.metrics.text()).split('\n').find((text) => text.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

describe('metrics', () => {
  test('behavior: reports the age of the oldest undelivered event, from its storage until its delivery', async () => {
    const { id } = await world.register('/hook')
    const worker = await world.deliver()
    expect(await valueOf('latchkey_webhook_oldest_undelivered_seconds')).toBe(0)
    await worker.stop()
    await world.emit()
    world.ctx.clock.advance(60_000)
    expect(await valueOf('latchkey_webhook_oldest_undelivered_seconds')).toBeGreaterThanOrEqual(60)
    world.receiver.answer = answerWith(500)
    const failing = await world.deliver()
    await expect.poll(() => valueOf('latchkey_webhook_deliveries_total{outcome="status"}')).toBe(1)
    // Stops the worker before moving the clock. Otherwise, the lease of a running attempt would end, and another
    // attempt would start.
    await failing.stop()
    expect(await valueOf('latchkey_webhook_undelivered')).toBe(1)
    world.ctx.clock.advance(60_000)
    expect(await valueOf('latchkey_webhook_oldest_undelivered_seconds')).toBeGreaterThanOrEqual(120)
    world.receiver.answer = answerWith(200)
    const again = await world.deliver()
    await world.settled(id)
    expect(await valueOf('latchkey_webhook_oldest_undelivered_seconds')).toBe(0)
    await expect.poll(() => valueOf('latchkey_webhook_deliveries_total{outcome="delivered"}')).toBe(1)
    await again.stop()
  })

  test('behavior: counts events by type, once, and starts at 0', async () => {
    const counted = 'latchkey_events_total{type="transaction.rejected"}'
    expect(await valueOf(counted)).toBe(0)
    await world.emit('transaction.rejected')
    const worker = await world.deliver()
    await expect.poll(() => valueOf(counted)).toBe(1)
    await worker.stop()
  })
})

describe('deleteOldEvents', () => {
  test('behavior: after 30 days, deletes delivered events with all their rows, and keeps pending ones', async () => {
    const done = await world.register('/done', { types: ['wallet.created'] })
    const waiting = await world.register('/waiting', { types: ['transaction.failed'] })
    await world.emit('wallet.created')
    await world.emit('transaction.failed')
    const worker = await world.deliver()
    await world.settled(done.id)
    await world.settled(waiting.id)
    await worker.stop()
    await world.ctx.db
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', due_at: new Date() })
      .where('endpoint_id', '=', waiting.id)
      .execute()
    const types = async () =>
      (await world.call('GET', '/v1/org/events')).content.map((event: { type: string }) => event.type)

    world.ctx.clock.advance(29 * DAY_MS)
    await deleteOldEvents(world.ctx)
    expect(await types()).toHaveLength(2)
    world.ctx.clock.advance(2 * DAY_MS)
    await deleteOldEvents(world.ctx)
    expect(await types()).toEqual(['transaction.failed'])
    expect(await world.deliveriesOf(done.id)).toEqual([])
    expect(await world.ctx.db.selectFrom('webhook_attempts').select('id').execute()).toHaveLength(1)

    await world.call('PUT', `/v1/org/webhooks/${waiting.id}`, { body: { enabled: false } })
    await deleteOldEvents(world.ctx)
    expect(await types()).toEqual([])
  })
})
