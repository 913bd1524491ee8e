import { sql } from 'kysely'
import { deleteOld } from '#server-kit/db/delete-old.ts'
import { createJobLoop, joinLoops, type JobLoop, type Jobs } from '#server-kit/jobs/job-loop.ts'
import type {
  HasApprovalUrl,
  HasChain,
  HasConfirmations,
  HasDatabase,
  HasLog,
  HasMailer,
  HasMetrics,
  HasNotifications,
  HasPublicUrl,
  HasRelay,
  HasSandboxFlag,
  HasSecretKeys,
} from '#service/context-parts.ts'
import { databaseNow, inSeconds } from '#service/db/database.ts'
import type { ApprovedSender } from '#service/execution/send-due-approved.ts'
import { expireHeld } from './decide-held.ts'
import { deployApprovalWallets } from './deploy-approval-wallets.ts'
import { sendDueMails } from './send-mails.ts'
import { sendDuePushes } from './send-pushes.ts'

/** Poll intervals in milliseconds. Notifications usually wake the jobs earlier; polling covers missed ones. */
const APPROVED_POLL_MS = 1_000
const MAILS_POLL_MS = 5_000
const PUSHES_POLL_MS = 2_000
/** Maximum delay before an expiry is recorded, in milliseconds. Reads and decisions do not wait for it. */
const EXPIRY_POLL_MS = 1_000
/** Poll interval for approval wallets whose deployment must be repeated, in milliseconds. */
const WALLETS_POLL_MS = 1_000

/**
 * Creates the jobs of a process that handle held transactions. They notify end-users, expire and send
 * transactions, and deploy the approval wallets of enrolled persons. Any number of processes may run them.
 */
export function createApprovalJobs(
  ctx: HasChain &
    HasDatabase &
    HasLog &
    HasMailer &
    HasNotifications &
    HasRelay &
    HasApprovalUrl &
    HasConfirmations &
    HasPublicUrl &
    HasSandboxFlag &
    HasSecretKeys,
  sender: ApprovedSender,
): Jobs {
  const loop = (round: () => Promise<boolean>, pollMs: number, complaint: string) =>
    createJobLoop({ round, pollMs, log: ctx.log, complaint })
  const approved: JobLoop = loop(
    () => sender.sweep(() => approved.wake()),
    APPROVED_POLL_MS,
    'approved transactions could not be sent',
  )
  const mails = loop(() => sendDueMails(ctx), MAILS_POLL_MS, 'mails to end-users could not be sent')
  const pushes = loop(
    () => sendDuePushes(ctx),
    PUSHES_POLL_MS,
    'push messages to end-users could not be sent',
  )
  const expire = async () => (await expireHeld(ctx)) > 0
  const expiry = loop(expire, EXPIRY_POLL_MS, 'held transactions could not be expired')
  const wallets = loop(
    () => deployApprovalWallets(ctx),
    WALLETS_POLL_MS,
    'approval wallets could not be deployed',
  )
  const { notifications } = ctx
  const jobs = joinLoops([approved, mails, pushes, expiry, wallets], async () => [
    await notifications.listen('approved', approved.wake),
    await notifications.listen('approver-mails', mails.wake),
    // Push messages about a transaction are queued in the same commit as its mail.
    await notifications.listen('approver-mails', pushes.wake),
    await notifications.listen('approval-wallets', wallets.wake),
  ])
  return {
    start: jobs.start,
    stop: async () => {
      await jobs.stop()
      await sender.idle()
    },
  }
}

/** Sets the gauge of pending transactions before each scrape. */
export function collectHeld({ db, metrics }: HasDatabase & HasMetrics): void {
  metrics.addCollector(async () => {
    const { count } = await db
      .selectFrom('transactions')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('rare_state', '=', 'PENDING_USER_APPROVAL')
      .executeTakeFirstOrThrow()
    metrics.approvalsHeld.set(Number(count))
  })
}

/** Retention of mails, in seconds. The longest limit on mails looks back one day. */
const MAILS_KEPT_SECONDS = 2 * 86_400

const MESSAGES_KEPT_SECONDS = 30 * 86_400

/** Retention of the effects of messages, in seconds. Daily limits look back one day. */
const MESSAGE_EFFECTS_KEPT_SECONDS = 2 * 86_400

/** Deletes sessions, ceremonies, invitations and mutes that have ended, and old messages, mails and push messages. */
export async function forgetOldApprovals(ctx: HasDatabase): Promise<void> {
  const ended = sql`<= ${databaseNow}`
  for (const table of ['approver_sessions', 'approver_ceremonies', 'approver_invitations'])
    await deleteOld(ctx.db, { table, by: 'expires_at', which: sql`expires_at ${ended}` })
  await deleteOld(ctx.db, { table: 'approver_mutes', by: 'until', which: sql`until ${ended}` })
  await deleteOld(ctx.db, {
    table: 'held_messages',
    by: 'held_at',
    which: sql`held_at <= ${inSeconds(-MESSAGES_KEPT_SECONDS)}`,
  })
  await deleteOld(ctx.db, {
    table: 'message_effects',
    by: 'signed_at',
    which: sql`signed_at <= ${inSeconds(-MESSAGE_EFFECTS_KEPT_SECONDS)}`,
  })
  const which = sql`created_at <= ${inSeconds(-MAILS_KEPT_SECONDS)} and (sent_at is not null or given_up_at is not null)`
  for (const table of ['approver_mails', 'approver_pushes'])
    await deleteOld(ctx.db, { table, by: 'created_at', which })
}
