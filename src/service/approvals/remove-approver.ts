import { sql } from 'kysely'
import { isSameMailbox, toMailbox } from '#protocol/email-address.ts'
import { APPROVAL_CARRIED_SECONDS_MAX, EXECUTE_EXPIRATION_SECONDS_MAX } from '#protocol/limits.ts'
import type { PolicyApprover, PolicyRule } from '#protocol/policies.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import { inSeconds, type Transaction } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { emitTransactionEvent } from '#service/ledger/move-transactions.ts'
import { EARLIER_SECONDS_MAX } from './carry-approvals.ts'

/**
 * `POST /v1/org/approvers/removal`: takes a member's power to approve at once, in every policy and for every open
 * request. Their approvals no longer count, and a passkey prompt that is open decides nothing. The policies keep naming
 * them as removed, so that everyone sees whose approval is missing. Naming them again in a changed rule restores the
 * power for later requests, which count no approval from before the removal. A repetition changes nothing more (ADR
 * 0020).
 */
export const removeApprover: Operation<'removeApprover', HasClock & HasDatabase> = async (
  ctx,
  { organizationId },
  { body },
) => {
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (trx) => {
    // Serializes removals. Otherwise, two of them could lock the same rows in different orders and deadlock.
    await trx
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .execute()
    const policies = await removeFromPolicies(trx, organizationId, { ...body, now })
    const transactions = await removeFromTransactions(trx, organizationId, body)
    const messages = await removeFromMessages(trx, organizationId, body)
    return { policies, openRequests: transactions + messages }
  })
}

/** A member, by id and by the email addresses that are known to be theirs. */
type Removed = { administratorId: string; emails?: readonly string[] | undefined }

function isRemoved({ administratorId, emails = [] }: Removed, one: PolicyApprover): boolean {
  if (one.administratorId !== undefined) return one.administratorId === administratorId
  return emails.some((email) => isSameMailbox(email, one.email))
}

/** Marks the member in the rules that name them. Returns the number of changed policies. */
async function removeFromPolicies(
  trx: Transaction,
  organizationId: string,
  { now, ...removed }: Removed & { now: Date },
): Promise<number> {
  const policies = await trx
    .selectFrom('policies')
    .select(['id', 'rule'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute()
  let changed = 0
  for (const { id, rule } of policies) {
    if (rule.kind !== 'approval') continue
    const isNew = (one: PolicyApprover) => one.removed !== true && isRemoved(removed, one)
    if (!rule.approvers.some(isNew)) continue
    const approvers = rule.approvers.map((one) => (isNew(one) ? { ...one, removed: true as const } : one))
    const left: PolicyRule = { ...rule, approvers }
    const values = { rule: JSON.stringify(left), updated_at: now }
    await trx.updateTable('policies').set(values).where('id', '=', id).execute()
    changed += 1
  }
  return changed
}

/**
 * Marks the member in transactions that are not sent yet, and notifies open pages. The lock of `held_approvers` lets a
 * decision that is stored at the same moment be either earlier or refused. Also marks the member in expired transactions
 * whose approvals could be carried over, and in failed ones that could be sent again. Returns the number of open ones.
 */
async function removeFromTransactions(
  trx: Transaction,
  organizationId: string,
  removed: Removed,
): Promise<number> {
  const isOpen = sql<boolean>`transactions.rare_state in ('PENDING_USER_APPROVAL', 'APPROVED')`
  const { rows } = await sql<{ id: string; isOpen: boolean }>`
    update held_approvers as asked set removed_at = service_now()
    from transactions, approvers as person
    where asked.transaction_id = transactions.id and person.id = asked.approver_id
      and transactions.organization_id = ${organizationId}
      and (${isOpen}
        or (transactions.rare_state = 'EXPIRED' and transactions.created_at > ${inSeconds(-EARLIER_SECONDS_MAX)})
        or (transactions.rare_state = 'FAILED'
          and transactions.created_at > ${inSeconds(-EXECUTE_EXPIRATION_SECONDS_MAX)}))
      and asked.removed_at is null and ${matchesAsked(removed)}
    returning asked.transaction_id as id, ${isOpen} as "isOpen"`.execute(trx)
  const open = rows.filter((row) => row.isOpen)
  for (const { id } of open)
    await emitTransactionEvent(trx, id, { type: 'transaction.approval-given', at: sql`service_now()` })
  return open.length
}

/**
 * Marks the member in messages that are not decided yet, and in expired ones whose approvals could be carried over.
 * Returns the number of open ones.
 */
async function removeFromMessages(
  trx: Transaction,
  organizationId: string,
  removed: Removed,
): Promise<number> {
  const { rows } = await sql<{ isOpen: boolean }>`
    update held_approvers as asked set removed_at = service_now()
    from held_messages as held, approvers as person
    where asked.message_id = held.id and person.id = asked.approver_id
      and held.organization_id = ${organizationId} and held.decided_at is null
      and held.deadline > ${inSeconds(-APPROVAL_CARRIED_SECONDS_MAX)}
      and asked.removed_at is null and ${matchesAsked(removed)}
    returning held.deadline > service_now() as "isOpen"`.execute(trx)
  return rows.filter((row) => row.isOpen).length
}

/**
 * SQL on `asked` and `person`: whether this is the member. Compares the email address only if the policy names no
 * member id.
 */
function matchesAsked({ administratorId, emails = [] }: Removed) {
  return sql<boolean>`(asked.administrator_id = ${administratorId}
    or (asked.administrator_id is null
      and regexp_replace(person.email, '^([^@+]+)[+][^@]*@', '\\1@') = any(${emails.map(toMailbox)}::text[])))`
}
