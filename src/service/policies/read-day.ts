import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Database, Transaction } from '#service/db/database.ts'
import { mayMove } from '#service/ledger/read-transactions.ts'
import type { ChargedFee } from '#service/organizations/fee-settings.ts'
import type { PolicyMessage, PolicySubject } from './evaluate-rule.ts'
import { policyCall } from './policy-subject.ts'

/** Period of a daily limit in milliseconds. It covers the last 24 hours at any time. */
export const DAY_MS = 24 * 60 * 60_000

/** The wallet in lower case, and the digest that is about to be stored. */
type InDay = { organizationId: string; wallet: Address; digest: Hex; now: Date }
type Known = { chainId: number; charged: ChargedFee | undefined }

/** Reads the other calls and messages of the wallet in the last 24 hours that count toward a daily limit. */
export async function readDay(db: Database, day: InDay, known: Known): Promise<PolicySubject[]> {
  return [...(await readCalls(db, day, known)), ...(await readMessages(db, day))]
}

/** Locks the wallet's row until the transaction ends, so that the second of two concurrent requests sees the first. */
export async function lockWallet(
  trx: Transaction,
  { organizationId, wallet }: Pick<InDay, 'organizationId' | 'wallet'>,
): Promise<void> {
  await trx
    .selectFrom('wallets')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('address', '=', wallet)
    .where('status', '<>', 'failed')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Reads the calls that count. The excess of their fees is computed from the present charge, because earlier
 * charges are not stored.
 */
async function readCalls(
  db: Database,
  { organizationId, wallet, digest, now }: InDay,
  { chainId, charged }: Known,
): Promise<PolicySubject[]> {
  const calls = await db
    .selectFrom('transactions')
    .select(['to_address as toAddress', 'value', 'data'])
    .select(['fee', 'fee_coin_address as feeCoinAddress', 'fee_withdraw_address as feeWithdrawAddress'])
    .where('organization_id', '=', organizationId)
    .where('wallet_address', '=', wallet)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .where('digest', '<>', digest)
    .where(mayMove)
    .execute()
  return calls.map((call) => policyCall(chainId, { ...call, walletAddress: wallet }, charged))
}

/**
 * Reads the messages that count. A message counts until its approver has declined it or it has expired, and
 * for the whole day once its signature was returned.
 */
async function readMessages(
  db: Database,
  { organizationId, wallet, digest, now }: InDay,
): Promise<PolicySubject[]> {
  const rows = await db
    .selectFrom('message_effects as message')
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom('held_messages')
          .select(['approved', 'deadline'])
          .whereRef('held_messages.digest', '=', 'message.digest')
          .whereRef('held_messages.organization_id', '=', 'message.organization_id')
          .orderBy('held_at', 'desc')
          .limit(1)
          .as('held'),
      (join) => join.onTrue(),
    )
    .select('message.effects')
    .where('message.organization_id', '=', organizationId)
    .where('message.wallet_address', '=', wallet)
    .where('message.signed_at', '>', new Date(now.getTime() - DAY_MS))
    .where('message.digest', '<>', digest)
    .where(sql<boolean>`coalesce(held.approved, held.deadline is null or held.deadline > service_now())`)
    .execute()
  return rows.map(({ effects }) => ({ walletAddress: wallet, messageWay: 'message-permission', effects }))
}

/** Stores what others can do with a message's signature, for daily limits. */
export async function storeMessageEffects(
  trx: Transaction,
  { organizationId, wallet, digest, now }: InDay,
  { effects }: PolicyMessage,
): Promise<void> {
  if (effects.length === 0) return
  await trx
    .insertInto('message_effects')
    .values({
      organization_id: organizationId,
      wallet_address: wallet,
      digest,
      effects: JSON.stringify(effects),
      signed_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'digest']).doUpdateSet({ signed_at: now }))
    .execute()
}
