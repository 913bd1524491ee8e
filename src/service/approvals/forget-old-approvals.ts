import type { Context } from '#service/context.ts'
import { databaseNow, inSeconds } from './database-clock.ts'

/** The longest limit on mails looks back one day. */
const MAILS_KEPT_SECONDS = 2 * 86_400

/** Deletes sessions, ceremonies, invitations and mutes that have ended, and old mails and push messages. */
export async function forgetOldApprovals(ctx: Pick<Context, 'db'>): Promise<void> {
  for (const table of ['approver_sessions', 'approver_ceremonies', 'approver_invitations'] as const) {
    await ctx.db.deleteFrom(table).where('expires_at', '<=', databaseNow).execute()
  }
  await ctx.db.deleteFrom('approver_mutes').where('until', '<=', databaseNow).execute()
  for (const table of ['approver_mails', 'approver_pushes'] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('created_at', '<=', inSeconds(-MAILS_KEPT_SECONDS))
      .where((where) => where.or([where('sent_at', 'is not', null), where('given_up_at', 'is not', null)]))
      .execute()
  }
}
