import { checksumAddress } from '#protocol/display/address.ts'
import type { MuteList } from '#protocol/org/approver-push.ts'
import type { Context } from '#service/context.ts'
import { databaseNow } from './database-clock.ts'
import type { Approver } from './sessions.ts'

/** `GET /approve/api/mutes`: the wallets that this person hears nothing of for now, the one that ends first on top. */
export async function listMutes(ctx: Pick<Context, 'db'>, approver: Approver): Promise<MuteList> {
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
