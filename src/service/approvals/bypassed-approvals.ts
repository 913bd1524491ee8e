import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Bypassed } from '#protocol/transaction-states.ts'
import { insertRows, type Transaction } from '#service/db/database.ts'
import { requireRow } from '#service/db/find-row.ts'
import { notify } from '#service/db/notifications.ts'

/** An execution without an approval, and the people whose approval it lacked. */
export type BypassedApproval = { digest: Hex; approverIds: readonly string[] }

/** SQL: the kind of check that an execution bypasses if the row's `approver` did not approve it. */
export const ASKS = sql<Bypassed>`case when approver.external_user_id is null then 'administrator' else 'end-user' end`

/** Returns the kind of check that an execution bypasses if this person did not approve it. */
export async function readAsks(trx: Transaction, approverId: string): Promise<Bypassed> {
  const approver = await requireRow(trx, 'approvers', ['external_user_id'], { id: approverId })
  return approver.external_user_id === null ? 'administrator' : 'end-user'
}

/** Stores the people whose approval executions bypassed, once per person. */
export async function nameBypassed(trx: Transaction, bypassed: readonly BypassedApproval[]): Promise<void> {
  const rows = bypassed.flatMap(({ digest, approverIds }) =>
    approverIds.map((approver_id) => ({ executed_digest: digest, approver_id })),
  )
  if (rows.length === 0) return
  await sql`${insertRows('bypassed_approvals', rows)} on conflict do nothing`.execute(trx)
}

/**
 * Notifies the people whose approval these final executions bypassed. Includes people whom `nameBypassed` stored
 * earlier for the same executions. Each person gets a mail and a push message to each of their devices, once per
 * execution, after the caller's transaction has committed. The notice reports a loss, so neither a limit on mails nor
 * a muted wallet suppresses it (ADR 0012).
 */
export async function queueBypassedNotices(
  trx: Transaction,
  bypassed: readonly BypassedApproval[],
): Promise<void> {
  if (bypassed.length === 0) return
  await nameBypassed(trx, bypassed)
  const digests = bypassed.map(({ digest }) => digest)
  const { rows } = await sql<{ approver_id: string }>`
    with noticed as (
      -- A cursor of the history has a precision of milliseconds.
      update bypassed_approvals set noticed_at = date_trunc('milliseconds', service_now())
      where executed_digest = any(${digests}) and noticed_at is null
      returning executed_digest, approver_id),
    mails as (
      insert into approver_mails (approver_id, kind, executed_digest)
      select approver_id, 'executed-unapproved', executed_digest from noticed),
    pushes as (
      insert into approver_pushes (subscription_id, executed_digest)
      select subscription.id, executed_digest from noticed
      join approver_push_subscriptions as subscription on subscription.approver_id = noticed.approver_id)
    select distinct approver_id from noticed`.execute(trx)
  for (const { approver_id: approverId } of rows) await notify(trx, 'approver-mails', approverId)
}
