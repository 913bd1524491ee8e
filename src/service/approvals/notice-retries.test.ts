import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { startPushService } from '#protocol/testing/push-device.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { openSandboxClock } from '#service/sandbox/sandbox-clock.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { sendDueMails } from './send-mails.ts'
import { sendDuePushes } from './send-pushes.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
/** Slightly more than the longest pause between two attempts, in seconds. */
const PAUSE_SECONDS = 1_801
/** Number of delivery rounds. More than the attempts of an ordinary mail (8) or push message (6). */
const ROUNDS = 12

const push = await startPushService()
const ctx = await forFile(
  serviceWorld.context({ sandbox: true }).then((context) => ({ ...context, stop: context.close })),
)
afterAll(push.close)
push.answer = (_message, response) => void response.writeHead(503).end()
let mailAttempts = 0
let refusal: Error = new Error('the mail server is down')
ctx.mailer = {
  send: () => {
    mailAttempts += 1
    return Promise.reject(refusal)
  },
}
const clock = await openSandboxClock(ctx.db)

/** Queues a mail and a push message about a change of a wallet. Without a change they only report a new passkey. */
async function queue(change?: { kind: 'removal-started' | 'key-added'; effectiveAt: Date | null }) {
  const { id: organizationId } = await createOrganization(ctx.db, { name: 'Demo', now: clock.now() })
  const approverId = randomUUID()
  await ctx.db
    .insertInto('approvers')
    .values({
      id: approverId,
      organization_id: organizationId,
      external_user_id: randomUUID(),
      email: `${approverId}@example.com`,
      user_handle: randomUUID(),
    })
    .execute()
  if (change === undefined) {
    const mail = {
      approver_id: approverId,
      kind: 'passkey-added' as const,
      transaction_id: null,
      message_id: null,
    }
    return ctx.db.insertInto('approver_mails').values(mail).returning('id').executeTakeFirstOrThrow()
  }
  const { id: changeId } = await ctx.db
    .insertInto('authority_changes')
    .values({
      approver_id: approverId,
      wallet_address: `0x${'1'.repeat(40)}`,
      kind: change.kind,
      effective_at: change.effectiveAt,
      transaction_hash: `0x${'2'.repeat(64)}`,
      log: 'a log',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = { transaction_id: null, message_id: null, authority_change_id: changeId }
  const { subscription } = push.newDevice()
  const subscriptionId = randomUUID()
  await ctx.db
    .insertInto('approver_push_subscriptions')
    .values({
      id: subscriptionId,
      approver_id: approverId,
      session_hash: randomUUID(),
      endpoint: subscription.endpoint,
      ...subscription.keys,
    })
    .execute()
  await ctx.db
    .insertInto('approver_pushes')
    .values({ subscription_id: subscriptionId, ...about })
    .execute()
  return ctx.db
    .insertInto('approver_mails')
    .values({ approver_id: approverId, kind: change.kind, ...about })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function round(): Promise<void> {
  await clock.advance(PAUSE_SECONDS)
  await Promise.all([sendDueMails(ctx), sendDuePushes(ctx)])
}
const waiting = async () => {
  const open = async (queued: 'approver_mails' | 'approver_pushes') =>
    (
      await ctx.db
        .selectFrom(queued)
        .select('id')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .execute()
    ).length
  return { mails: await open('approver_mails'), pushes: await open('approver_pushes') }
}

test.each([
  ['a removal', { kind: 'removal-started', effectiveIn: 3 * DAY_SECONDS }],
  ['an added key', { kind: 'key-added', effectiveIn: undefined }],
] as const)('behavior: retries the notice of %s every half hour, for three days', async (_, change) => {
  const effectiveAt =
    change.effectiveIn === undefined ? null : new Date(clock.now().getTime() + change.effectiveIn * 1_000)
  await queue({ kind: change.kind, effectiveAt })
  const [mails, pushes] = [mailAttempts, push.received.length]
  for (let done = 0; done < ROUNDS; done += 1) await round()
  expect([mailAttempts - mails, push.received.length - pushes]).toEqual([ROUNDS, ROUNDS])
  expect(await waiting()).toEqual({ mails: 1, pushes: 1 })
  await clock.advance(3 * DAY_SECONDS)
  await round()
  expect(await waiting()).toEqual({ mails: 0, pushes: 0 })
})

test('behavior: gives up the mail about a passkey of the app after eight attempts', async () => {
  await queue()
  const before = mailAttempts
  for (let done = 0; done < ROUNDS; done += 1) await round()
  expect(mailAttempts - before).toBe(8)
  expect(await waiting()).toEqual({ mails: 0, pushes: 0 })
})

test('behavior: gives up a permanently rejected mail at once', async () => {
  refusal = new MailRefusedError('no such mailbox', { reply: '550 5.1.1' })
  await queue()
  const before = mailAttempts
  for (let done = 0; done < 3; done += 1) await round()
  expect(mailAttempts - before).toBe(1)
  expect(await waiting()).toEqual({ mails: 0, pushes: 0 })
})
