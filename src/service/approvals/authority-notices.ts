import { sql } from 'kysely'
import { AUTHORITY_CHANGES } from '#protocol/push-message.ts'
import type { AuthorityEvent } from '#service/chain/authority-events.ts'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import { enrolledApproverId } from '#service/policies/require-policies.ts'

/** Kinds of changes that a person is notified of. */
const NOTICED: ReadonlySet<string> = new Set(AUTHORITY_CHANGES)

/**
 * Notifies the end-users of wallets of changes that the wallets' logs report. Sends a mail and a push message to each
 * device, after the caller's transaction has committed. Notifies a person once per change, even if the change is
 * passed several times. Rate limits and muted wallets do not suppress these notices, because the person must be able
 * to object in time (profile 14). Changes of wallets without an enrolled end-user are ignored.
 */
export async function queueAuthorityNotices(
  trx: Transaction,
  changes: readonly AuthorityEvent[],
): Promise<void> {
  const given = changes
    .filter(({ kind }) => NOTICED.has(kind))
    .map(({ kind, wallet, endsAtSeconds, transactionHash, log }) => ({
      kind,
      wallet,
      ends_at: endsAtSeconds?.toString() ?? null,
      hash: transactionHash,
      log,
    }))
  if (given.length === 0) return
  const { rows } = await sql<{ approver_id: string }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json)
        as one (kind text, wallet text, ends_at numeric, hash text, log text)),
    noticed as (
      insert into authority_changes
        (approver_id, wallet_address, kind, effective_at, transaction_hash, log)
      select theirs.approver_id, given.wallet, given.kind, to_timestamp(given.ends_at::double precision),
        given.hash, given.log
      from given
      join wallets as own on own.address = given.wallet and own.status <> 'failed'
      cross join lateral (select ${enrolledApproverId('own')} as approver_id) as theirs
      where theirs.approver_id is not null
      on conflict do nothing
      returning id, approver_id, kind),
    mails as (
      insert into approver_mails (approver_id, kind, authority_change_id)
      select approver_id, kind, id from noticed),
    pushes as (
      insert into approver_pushes (subscription_id, authority_change_id)
      select subscription.id, noticed.id from noticed
      join approver_push_subscriptions as subscription on subscription.approver_id = noticed.approver_id)
    select distinct approver_id from noticed`.execute(trx)
  for (const { approver_id: approverId } of rows) await notify(trx, 'approver-mails', approverId)
}
