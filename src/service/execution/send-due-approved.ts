import { sql } from 'kysely'
import type { HasDatabase, HasLog, SendsTransactions } from '#service/context-parts.ts'
import { approvedBy } from '#service/ledger/given-approvals.ts'
import { endUserApproverId, holdingPolicies } from '#service/policies/require-policies.ts'
import { sendApproved, type Approved } from './send-approved.ts'

/** Maximum calls that one sweep takes. */
const BATCH_MAX = 20
/** Maximum calls that a process sends at once. A sweep takes no more until one of them has ended. */
const AT_ONCE_MAX = 200
/** Time in seconds after which another process takes over an approved transaction that a process left unfinished. */
const LEASE_SECONDS = 10

export type ApprovedSender = {
  /**
   * Begins to send due calls of the organizations whose earlier calls have ended. Returns whether there may be more.
   * `onEnd` is called when the calls of an organization have ended, because it may have more.
   */
  sweep: (onEnd?: () => void) => Promise<boolean>
  /** Resolves when all calls that were begun have ended. */
  idle: () => Promise<void>
}

/**
 * Creates the sender of approved transactions of a process. Slow calls of one organization do not delay those of
 * another. Any number of processes may send.
 */
export function createApprovedSender(ctx: SendsTransactions & HasLog): ApprovedSender {
  const inProgress = new Map<string, Promise<unknown>>()
  let atOnce = 0

  const sendAll = async (calls: readonly Approved[]): Promise<void> => {
    atOnce += calls.length
    const ends = await Promise.allSettled(calls.map((call) => sendApproved(ctx, call)))
    atOnce -= calls.length
    for (const end of ends)
      if (end.status === 'rejected')
        ctx.log.warn({ err: end.reason }, 'an approved transaction could not be sent')
  }
  const sweep = async (onEnd = () => {}): Promise<boolean> => {
    if (atOnce >= AT_ONCE_MAX) return false
    const due = await takeDue(ctx, [...inProgress.keys()])
    for (const organizationId of new Set(due.map((call) => call.organization_id))) {
      const calls = due.filter((call) => call.organization_id === organizationId)
      const sending = sendAll(calls).then(() => {
        inProgress.delete(organizationId)
        onEnd()
      })
      inProgress.set(organizationId, sending)
    }
    return due.length >= BATCH_MAX
  }
  return { sweep, idle: async () => void (await Promise.all(inProgress.values())) }
}

/** The lease only avoids duplicate work. The transaction's state ensures that it is sent once. */
async function takeDue(ctx: HasDatabase, busy: readonly string[]): Promise<Approved[]> {
  const isFree = sql`transactions.organization_id <> all(${busy}::uuid[])`
  const taken = await sql<Approved>`
    with taken as (
      update held_transactions set send_after = service_now() + ${LEASE_SECONDS}::integer * interval '1 second'
      where transaction_id in (
        select held.transaction_id from held_transactions as held
        join transactions on transactions.id = held.transaction_id
        where transactions.rare_state = 'APPROVED' and held.send_after <= service_now() and ${isFree}
        order by held.send_after limit ${BATCH_MAX} for update of held skip locked)
      returning held_transactions.*),
    co_signed as (
      update co_signatures set send_after = service_now() + ${LEASE_SECONDS}::integer * interval '1 second'
      where transaction_id in (
        select signed.transaction_id from co_signatures as signed
        join transactions on transactions.id = signed.transaction_id
        where transactions.rare_state = 'APPROVED' and signed.send_after <= service_now() and ${isFree}
          and not exists (select from held_transactions as held where held.transaction_id = signed.transaction_id)
        order by signed.send_after limit ${BATCH_MAX} for update of signed skip locked)
      returning transaction_id),
    all_taken as (
      select held.transaction_id, held.approvals_required, ${approvedBy('transaction')} as approved_by
      from taken as held
      union all select transaction_id, 0, null from co_signed)
    select transactions.*, taken.approved_by, taken.approvals_required, expiration <= extract(epoch from service_now()) as is_over,
      ${endUserApproverId('transactions', 'wallet_address')} as end_user_id,
      ${holdingPolicies('transactions', 'wallet_address')} as policies, charged.token_address, charged.token_symbol,
      charged.token_decimals, charged.amount_per_transaction, charged.withdraw_address
    from transactions join all_taken as taken on taken.transaction_id = transactions.id
    left join fee_settings as charged on charged.organization_id = transactions.organization_id`.execute(
    ctx.db,
  )
  return taken.rows
}
