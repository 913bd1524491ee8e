import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  startPushService,
  type PushDevice,
  type PushedMessage,
  type PushService,
} from '#protocol/testing/push-device.ts'
import { startApproverHarness, type ApproverHarness, type TestApprover } from './approver-harness.ts'

const ARRIVAL = { timeout: 15_000 }

export type PushHarness = ApproverHarness & {
  push: PushService
  /** A browser of this person that wants to be told. */
  subscribed: (approver: TestApprover) => Promise<PushDevice>
  /** What has arrived for a device. */
  receivedBy: (device: PushDevice) => PushedMessage[]
  /** How many subscriptions a device has: 0 or 1. */
  subscriptionsOf: (device: PushDevice) => Promise<number>
  /** Waits until so many messages have arrived for a device; answers them. */
  messagesTo: (device: PushDevice, count?: number) => Promise<PushedMessage[]>
  /** Waits until nothing is left to be sent. */
  quiet: () => Promise<void>
  /** Makes due now what waits for its next try, not what is under way and leased; answers how many. */
  hurryRetries: () => Promise<number>
  /** Forgets what is still to be sent, and answers with 201 again. */
  settle: () => Promise<void>
}

/** The approver's harness with a push service on this machine, which only the sandbox may call. */
export async function startPushHarness(): Promise<PushHarness> {
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
    subscribed: async (approver) => {
      const device = push.newDevice()
      const answer = await approver.post('/push/subscriptions', device.subscription)
      if (answer.status !== 200) throw new Error(answer.text)
      return device
    },
    receivedBy,
    subscriptionsOf: ({ subscription }) =>
      count(sql`select id from approver_push_subscriptions where endpoint = ${subscription.endpoint}`),
    messagesTo: async (device, wanted = 1) => {
      await expect.poll(() => receivedBy(device).length, ARRIVAL).toBe(wanted)
      return receivedBy(device)
    },
    quiet: () =>
      expect
        .poll(
          () => count(sql`select id from approver_pushes where sent_at is null and given_up_at is null`),
          ARRIVAL,
        )
        .toBe(0),
    hurryRetries: () =>
      count(sql`update approver_pushes set due_at = now()
        where sent_at is null and given_up_at is null and due_at between now() and now() + interval '7 seconds'
        returning id`),
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
