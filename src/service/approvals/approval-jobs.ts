import type { Context } from '#service/context.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { expireHeld } from './expire-held.ts'
import { sendDueMails } from './send-mails.ts'
import { sendDuePushes } from './send-pushes.ts'

export type ApprovalJobs = { start: () => Promise<void>; stop: () => Promise<void> }

/** Notifications are what usually wakes these; this is for what they do not reach. */
const APPROVED_POLL_MS = 1_000
const MAILS_POLL_MS = 5_000
const PUSHES_POLL_MS = 2_000
/** How late an expiry may be recorded. Reads and decisions do not wait for it. */
const EXPIRY_POLL_MS = 1_000

/**
 * The part of a process that looks after held transactions: tells their end-users, expires what nobody
 * approved, and has what was approved sent. Any number of processes may have it.
 */
export function createApprovalJobs(
  ctx: Context,
  { sendApproved }: { sendApproved: () => Promise<boolean> },
): ApprovalJobs {
  const { log } = ctx
  const approved = createJobLoop({
    round: sendApproved,
    pollMs: APPROVED_POLL_MS,
    log,
    complaint: 'approved transactions could not be looked after',
  })
  const mails = createJobLoop({
    round: () => sendDueMails(ctx),
    pollMs: MAILS_POLL_MS,
    log,
    complaint: 'mails to end-users could not be looked after',
  })
  const pushes = createJobLoop({
    round: () => sendDuePushes(ctx),
    pollMs: PUSHES_POLL_MS,
    log,
    complaint: 'push messages to end-users could not be looked after',
  })
  const expiry = createJobLoop({
    round: async () => (await expireHeld(ctx)) > 0,
    pollMs: EXPIRY_POLL_MS,
    log,
    complaint: 'held transactions could not be expired',
  })
  const ends: (() => void)[] = []
  return {
    start: async () => {
      ends.push(await ctx.notifications.listen('approved', approved.wake))
      ends.push(await ctx.notifications.listen('approver-mails', mails.wake))
      // Whoever gets a mail about a transaction gets the push messages with the same commit.
      ends.push(await ctx.notifications.listen('approver-mails', pushes.wake))
      for (const loop of [approved, mails, pushes, expiry]) loop.start()
    },
    stop: async () => {
      for (const end of ends.splice(0)) end()
      await Promise.all([approved.stop(), mails.stop(), pushes.stop(), expiry.stop()])
    },
  }
}
