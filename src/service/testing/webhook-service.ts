import { expect } from 'vitest'
import type { Delivery, EventType } from '#protocol/events.ts'
import type { CreatedWebhook } from '#protocol/webhooks.ts'
import type { Jobs } from '#server-kit/jobs/job-loop.ts'
import { notify } from '#service/db/notifications.ts'
import type { WorkerOptions } from '#service/webhooks/delivery-worker.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { createWebhooks } from '#service/webhooks/run-webhooks.ts'
import { startTestService } from './test-service.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** The service in its sandbox, a receiver, and any number of delivering processes. */
export async function startWebhookService() {
  const world = await startTestService()
  const { ctx, demo } = world
  ctx.settings.sandbox = true
  const receiver = await startWebhookReceiver()
  const running: Jobs[] = []

  /** Starts to number and deliver events, like a separate process on the same database. */
  const deliver = async (options: WorkerOptions = {}) => {
    const webhooks = createWebhooks(ctx, { random: () => 0.5, ...options })
    running.push(webhooks)
    await webhooks.start()
    return webhooks
  }
  /** Registers an endpoint at the receiver's path. */
  const register = async (
    path: string,
    more: Record<string, unknown> = {},
    of = demo,
  ): Promise<CreatedWebhook> => {
    const body = { url: new URL(path, receiver.url).href, ...more }
    const answer = await world.call('POST', '/v1/org/webhooks', { key: of.key, body })
    if (answer.status !== 200) throw new Error(`no webhook was registered: ${answer.text}`)
    return answer.content
  }
  const emit = (type: EventType = 'wallet.created', of = demo) =>
    emitEvent(ctx.db, {
      organizationId: of.id,
      type,
      at: ctx.clock.now(),
      data: { walletAddress: `0x${'ab'.repeat(20)}`, externalUserId: 'user-1' },
    })
  const deliveriesOf = async (webhookId: string, of = demo): Promise<Delivery[]> => {
    const path = `/v1/org/webhooks/${webhookId}/deliveries?limit=200`
    return (await world.call('GET', path, { key: of.key })).content
  }
  /** Resolves once every delivery of the endpoint has ended. */
  const settled = async (webhookId: string, of = demo) => {
    await expect
      .poll(async () => {
        const deliveries = await deliveriesOf(webhookId, of)
        return deliveries.length > 0 && deliveries.every(({ status }: Delivery) => status !== 'pending')
      })
      .toBe(true)
    return deliveriesOf(webhookId, of)
  }
  /** Moves the clock ahead, and makes every process look for due work. */
  const advance = async (ms: number) => {
    ctx.clock.advance(ms)
    await notify(ctx.db, 'deliveries', demo.id)
  }
  /** Stops everything that the test started. */
  const endTest = async () => {
    await Promise.all(running.splice(0).map((webhooks) => webhooks.stop()))
    await ctx.db.deleteFrom('webhook_endpoints').execute()
    await ctx.db.deleteFrom('events').execute()
    receiver.received.splice(0)
    receiver.mostAtOnce.clear()
    receiver.answer = (_webhook, response) => response.writeHead(204).end()
  }
  const stop = async () => {
    await endTest()
    await receiver.close()
    await world.stop()
  }
  return { ...world, receiver, deliver, register, emit, deliveriesOf, settled, advance, endTest, stop }
}
