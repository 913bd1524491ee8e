import { sql } from 'kysely'
import { expect } from 'vitest'
import { startPushService, type PushDevice } from '#protocol/testing/push-device.ts'
import { startApprovalService } from './approval-service.ts'
import type { TestApprover } from './approver-devices.ts'

/** The service with approvals, and a push service on this machine, which only a sandbox may call. */
export async function startApprovalPushes() {
  const world = await startApprovalService()
  world.ctx.settings.sandbox = true
  const push = await startPushService()
  const { db } = world.ctx
  const receivedBy = ({ subscription }: PushDevice) =>
    push.received.filter(({ path }) => subscription.endpoint.endsWith(path))
  const count = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows.length
  return {
    ...world,
    push,
    /** A browser of this person with a push subscription. */
    subscribed: async (approver: TestApprover) => {
      const device = push.newDevice()
      const answer = await approver.post('/push/subscriptions', device.subscription)
      if (answer.status !== 200) throw new Error(answer.text)
      return device
    },
    /** The messages that arrived for a device. */
    receivedBy,
    /** Number of subscriptions of a device: 0 or 1. */
    subscriptionsOf: ({ subscription }: PushDevice) =>
      count(sql`select id from approver_push_subscriptions where endpoint = ${subscription.endpoint}`),
    /** Waits until a number of messages have arrived for a device, and returns them. */
    messagesTo: async (device: PushDevice, wanted = 1) => {
      await expect.poll(() => receivedBy(device).length).toBe(wanted)
      return receivedBy(device)
    },
    /** Waits until nothing is left to send. */
    quiet: () =>
      expect
        .poll(() => count(sql`select id from approver_pushes where sent_at is null and given_up_at is null`))
        .toBe(0),
    /**
     * Makes the waiting retries due in some seconds, except those that a lease marks as running. Returns their
     * number.
     */
    retryIn: (seconds: number) =>
      count(sql`update approver_pushes set due_at = now() + ${seconds} * interval '1 second'
        where sent_at is null and given_up_at is null and due_at between now() and now() + interval '7 seconds'
        returning id`),
    /** Drops unsent messages, and responds with 201 again. */
    settle: async () => {
      push.answer = (_message, response) => void response.writeHead(201).end()
      await sql`update approver_pushes set given_up_at = now() where sent_at is null`.execute(db)
    },
    stop: async () => {
      await push.close()
      await world.stop()
    },
  }
}
