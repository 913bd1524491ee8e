import type { Database, Transaction } from '#service/db/database.ts'
import { databaseNow, inSeconds } from './database-clock.ts'

/** After a report nobody can reach the person about this wallet for so long. What is held still waits in their inbox. */
const MUTED_SECONDS = 30 * 60

/** Lets a wallet's transactions notify its approver no more for half an hour. */
export async function muteWallet(trx: Transaction, approverId: string, walletAddress: string): Promise<void> {
  const until = inSeconds(MUTED_SECONDS)
  await trx
    .insertInto('approver_mutes')
    .values({ approver_id: approverId, wallet_address: walletAddress.toLowerCase(), until })
    .onConflict((conflict) => conflict.columns(['approver_id', 'wallet_address']).doUpdateSet({ until }))
    .execute()
}

/** Whether the person has muted a wallet. */
export async function isMuted(trx: Transaction, approverId: string, walletAddress: string): Promise<boolean> {
  return (await mutedUntil(trx, approverId, walletAddress)) !== undefined
}

/** Until when the person has muted a wallet; `undefined` when they have not. */
export async function mutedUntil(
  trx: Transaction | Database,
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
