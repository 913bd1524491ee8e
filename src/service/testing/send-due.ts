import type { HasLog, SendsTransactions } from '#service/context-parts.ts'
import { createApprovedSender } from '#service/execution/send-due-approved.ts'

/** Sends the due approved calls as one sweep of a process does. Resolves when they have ended. */
export async function sendDue(ctx: SendsTransactions & HasLog): Promise<void> {
  const sender = createApprovedSender(ctx)
  await sender.sweep()
  await sender.idle()
}
