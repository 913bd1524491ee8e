import { sql, type RawBuilder } from 'kysely'
import type { Hex } from 'viem'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { WITHDRAWN_REASON, type TransactionState } from '#protocol/transaction-states.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import { databaseNow, type Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import { emitTransactionEvent, moveTransactions } from '#service/ledger/move-transactions.ts'
import { isAsked, readApprovals, storeDecision } from './asked-approvers.ts'
import { muteWallet } from './mutes.ts'

/**
 * A person's decision. The organization gets the `reason`. `coSignature`: set if the approval is a co-signature
 * (profile 14).
 */
export type Outcome =
  | { state: 'APPROVED'; reason?: undefined; reported?: undefined; coSignature?: Hex | undefined }
  | { state: 'REJECTED'; reason: string; reported: boolean; coSignature?: undefined }

type HeldDecision = {
  transactionId: string
  approverId: string
  /** The credential that signed. Undefined for a wrong number, because nothing is signed then. */
  decidedWith?: string
  outcome: Outcome
  /** The approver's own words, for the organization. */
  comment?: string | undefined
}

/**
 * Stores a decision about a held transaction, once for each person. The lock of its row and the database's clock
 * resolve races between decisions, expiry and cancellation. A decline ends it. The last required approval approves
 * it: the same database transaction stores the event, and the commit wakes the job that sends approved transactions.
 * Only the last approval stores a co-signature, so a declined or expired transaction never has one. Returns whether the
 * decision was stored.
 */
export async function decideHeld(ctx: HasDatabase, decision: HeldDecision): Promise<boolean> {
  const { transactionId, approverId, outcome, comment } = decision
  const approved = outcome.state === 'APPROVED'
  const reported = outcome.reported ?? false
  const { decidedWith } = decision
  const held = { kind: 'transaction', id: transactionId } as const
  return ctx.db.transaction().execute(async (trx) => {
    const open = await lockOpen(trx, transactionId, approverId)
    if (open === undefined) return false
    if (open.is_shared) {
      if (!(await storeDecision(trx, held, { approverId, approved, decidedWith, comment }))) return false
      if (approved && (await readApprovals(trx, held)).length < open.approvals_required) {
        await emitTransactionEvent(trx, transactionId, {
          type: 'transaction.approval-given',
          at: databaseNow,
        })
        return true
      }
    }
    const [row] = await moveTransactions(trx, {
      to: outcome.state,
      at: databaseNow,
      which: sql`transactions.id = ${transactionId}::uuid`,
      set: { reason: outcome.reason ?? null },
    })
    if (row === undefined) return false
    await trx
      .updateTable('held_transactions')
      .set({
        decided_at: row.updated_at,
        decided_with: decidedWith ?? null,
        approved,
        co_signature: outcome.coSignature ?? null,
        reported,
      })
      .where('transaction_id', '=', transactionId)
      .execute()
    if (reported) await muteWallet(trx, approverId, row.wallet_address)
    if (approved) await notify(trx, 'approved', transactionId)
    return true
  })
}

type OpenHeld = { approvals_required: number; is_shared: boolean }

/**
 * Locks a transaction that this person can decide, until the database transaction ends. `is_shared`: several people
 * are asked. Returns undefined if the transaction is decided or expired, or if the person is not asked.
 */
async function lockOpen(
  trx: Transaction,
  transactionId: string,
  approverId: string,
): Promise<OpenHeld | undefined> {
  const { rows } = await sql<OpenHeld>`
    select held.approvals_required, exists (
      select from held_approvers where transaction_id = held.transaction_id) as is_shared
    from transactions join held_transactions as held on held.transaction_id = transactions.id
    where ${isOpen(transactionId)} and transactions.state = 'PENDING_USER_APPROVAL'
      and ${isAsked('transaction', approverId)}
    for no key update of transactions`.execute(trx)
  return rows[0]
}

/** SQL on `transactions` and `held`: matches this transaction before its deadline. */
function isOpen(transactionId: string): RawBuilder<boolean> {
  return sql<boolean>`(transactions.id = ${transactionId}::uuid and held.transaction_id = transactions.id
    and held.deadline > service_now())`
}

/**
 * Cancels a held transaction for its organization. A decided or expired one does not change. Returns whether
 * this call cancelled it.
 */
export async function cancelHeld(ctx: HasDatabase, transactionId: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const [row] = await moveTransactions(trx, {
      to: 'CANCELLED',
      cause: 'cancellation',
      at: databaseNow,
      joined: sql`held_transactions as held`,
      which: isOpen(transactionId),
      set: { reason: WITHDRAWN_REASON },
    })
    if (row === undefined) return false
    await trx
      .updateTable('held_transactions')
      .set({ withdrawn_at: row.updated_at })
      .where('transaction_id', '=', transactionId)
      .execute()
    return true
  })
}

const BATCH_MAX = 100
const REASON = 'not approved in time'

/**
 * Expires a batch of transactions past their deadline by the database's clock, with their events. Returns the
 * number of expired transactions. Skips rows that another process is deciding or expiring. With `transactionId`,
 * expires only this transaction. The deadline is looked up for each of the few pending transactions, because a
 * join may read all that were ever held.
 */
export async function expireHeld(ctx: HasDatabase, transactionId?: string): Promise<number> {
  const only = transactionId === undefined ? sql`` : sql`and waiting.id = ${transactionId}::uuid`
  const expired = await moveTransactions(ctx.db, {
    to: 'EXPIRED',
    at: databaseNow,
    which: sql`id in (
      select waiting.id from transactions as waiting
      where waiting.rare_state = 'PENDING_USER_APPROVAL' ${only} and (
        select deadline from held_transactions where transaction_id = waiting.id) <= service_now()
      limit ${BATCH_MAX} for update of waiting skip locked)`,
    set: { reason: REASON },
  })
  return expired.length
}

/** Sentence for a late decision, by the final or current state of the transaction. */
const ENDINGS: Record<Exclude<TransactionState, 'PENDING_USER_APPROVAL'>, string> = {
  APPROVED: 'This transaction was already approved',
  SUBMITTED: 'This transaction was already approved and is on its way',
  CONFIRMED: 'This transaction was already executed',
  FAILED: 'This transaction was already approved and failed on the chain',
  REJECTED: 'This transaction was already declined',
  EXPIRED: 'This transaction has expired: it was not approved in time',
  CANCELLED: 'This transaction was cancelled',
}
const CANCELLED_BY_ORGANIZATION = 'This transaction was cancelled by the organization'

/** @throws ALREADY_DECIDED with the outcome */
export function requireWaiting({ status, reason }: Pick<HeldTransaction, 'status' | 'reason'>): void {
  if (status === 'PENDING_USER_APPROVAL') return
  const isByOrganization = status === 'CANCELLED' && reason === WITHDRAWN_REASON
  throw apiError('ALREADY_DECIDED', isByOrganization ? CANCELLED_BY_ORGANIZATION : ENDINGS[status])
}
