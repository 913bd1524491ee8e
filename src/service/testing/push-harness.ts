import { sql } from 'kysely'
import { expect } from 'vitest'
import { startPushService, type PushDevice } from '#protocol/testing/push-device.ts'
import { startApproverHarness, type TestApprover } from './approver-harness.ts'

/** The approver's harness with a push service on this machine, which only the sandbox may call. */
export async function startPushHarness() {
  const harness = await startApproverHarness()
  harness.ctx.settings.sandbox = true
  const push = await startPushService()
  const { db } = harness.ctx
  const receivedBy = ({ subscription }: PushDevice) =>
    push.received.filter(({ path }) => subscription.endpoint.endsWith(path))
  const count = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows.length
  return {
    ...harness,
    push,
    /** A browser of this person that is subscribed to push messages. */
    subscribed: async (approver: TestApprover) => {
      const device = push.newDevice()
      const answer = await approver.post('/push/subscriptions', device.subscription)
      if (answer.status !== 200) throw new Error(answer.text)
      return device
    },
    /** What has arrived for a device. */
    receivedBy,
    /** How many subscriptions a device has: 0 or 1. */
    subscriptionsOf: ({ subscription }: PushDevice) =>
      count(sql`select id from approver_push_subscriptions where endpoint = ${subscription.endpoint}`),
    /** Waits until so many messages have arrived for a device; returns them. */
    messagesTo: async (device: PushDevice, wanted = 1) => {
      await expect.poll(() => receivedBy(device).length).toBe(wanted)
      return receivedBy(device)
    },
    /** Waits until nothing is left to be sent. */
    quiet: () =>
      expect
        .poll(() => count(sql`select id from approver_pushes where sent_at is null and given_up_at is null`))
        .toBe(0),
    /** Makes due then what waits for its next try, not what is under way and leased; returns their number. */
    retryIn: (seconds: number) =>
      count(sql`update approver_pushes set due_at = now() + ${seconds} * interval '1 second'
        where sent_at is null and given_up_at is null and due_at between now() and now() + interval '7 seconds'
        returning id`),
    /** Forgets what is still to be sent, and answers with 201 again. */
    settle: async () => {
      push.answer = (_message, response) => void response.writeHead(201).end()
      await sql`update approver_pushes set given_up_at = now() where sent_at is null`.execute(db)
    },
    stop: async () => {
      await push.close()
      await harness.stop()
    },
  }
}
