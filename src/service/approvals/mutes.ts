import { checksumAddress } from '#protocol/display/address.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import { type Database, type Transaction, databaseNow, inSeconds } from '#service/db/database.ts'
import type { ApproverOperation } from './approver-operation.ts'

/** Duration of a mute after a report, in seconds. Held transactions still appear in the person's inbox. */
const MUTED_SECONDS = 30 * 60

/** Mutes a wallet for half an hour: its transactions do not notify the approver. */
export async function muteWallet(trx: Transaction, approverId: string, walletAddress: string): Promise<void> {
  const until = inSeconds(MUTED_SECONDS)
  await trx
    .insertInto('approver_mutes')
    .values({ approver_id: approverId, wallet_address: walletAddress.toLowerCase(), until })
    .onConflict((conflict) => conflict.columns(['approver_id', 'wallet_address']).doUpdateSet({ until }))
    .execute()
}

/** Returns until when the person has muted a wallet, or undefined if they have not. */
export async function mutedUntil(
  trx: Database,
  approverId: string,
  walletAddress: string,
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('approver_mutes')
    .select('until')
    .where('approver_id', '=', approverId)
    .where('wallet_address', '=', walletAddress.toLowerCase())
    .where('until', '>', databaseNow)
    .executeTakeFirst()
  return row?.until
}

/** `GET /approve/api/mutes`: the wallets that this person has muted, the next to end first (ADR 0012). */
export const listMutes: ApproverOperation<'listMutes', HasDatabase> = async (ctx, approver) => {
  const rows = await ctx.db
    .selectFrom('approver_mutes as mute')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'mute.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .select(['mute.wallet_address', 'mute.until', 'wallets.label'])
    .where('mute.approver_id', '=', approver.id)
    .where('mute.until', '>', databaseNow)
    .orderBy('mute.until')
    .orderBy('mute.wallet_address')
    .execute()
  return rows.map((row) => ({
    walletAddress: checksumAddress(row.wallet_address),
    walletLabel: row.label ?? '',
    untilDatetime: row.until.toISOString(),
  }))
}

/**
 * `POST /approve/api/mutes/end`: ends the mute of a wallet. The response is the same whether or not it was
 * muted (ADR 0012).
 */
export const endMute: ApproverOperation<'endMute', HasDatabase> = async (ctx, approver, { body }) => {
  await ctx.db
    .deleteFrom('approver_mutes')
    .where('approver_id', '=', approver.id)
    .where('wallet_address', '=', body.walletAddress.toLowerCase())
    .execute()
  return { success: true }
}
