import { sql, type RawBuilder } from 'kysely'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { countsAsApproval, type HeldKind } from '#service/ledger/given-approvals.ts'
import type { AskedApprovers } from '#service/policies/require-policies.ts'
import { mutedUntil } from './mutes.ts'
import { queueNotice } from './queue-notices.ts'

/** The people who decide: the enrolled end-user, or the people whom the policies ask. */
export type Asked = { endUserId: string } | AskedApprovers

/** A held transaction or message. */
export type Held = { kind: HeldKind; id: string }

const COLUMNS = { transaction: 'transaction_id', message: 'message_id' } as const

export function listAskedIds(asked: Asked): [string, ...string[]] {
  if ('endUserId' in asked) return [asked.endUserId]
  const [first, ...others] = asked.approvers.map(({ id }) => id)
  // `findApprovers` refuses a call for which nobody can be asked.
  if (first === undefined) throw apiError('INTERNAL')
  return [first, ...others]
}

/** The version of the policies that require the approvals. Null if an end-user decides. */
export function readVersion(asked: Asked): string | null {
  return 'endUserId' in asked ? null : asked.version
}

/** The number of approvals after which the transaction is sent or the message is signed. */
export function countAsked(asked: Asked): number {
  return 'endUserId' in asked ? 1 : asked.required
}

/**
 * Locks the organization's row until the database transaction ends, so that no member is removed meanwhile, and a
 * removal finds every open request. Call it before any wallet is locked, because other transactions lock the
 * organization first. Locks nothing if an end-user decides.
 */
export async function lockMembers(trx: Transaction, organizationId: string, asked?: Asked): Promise<void> {
  if (asked !== undefined && 'endUserId' in asked) return
  await sql`select from organizations where id = ${organizationId} for share`.execute(trx)
}

/**
 * Stores the people whom the policies ask, with the names that the policy gives them. A member who was removed after
 * the policies were read is stored as removed. The caller has called `lockMembers`.
 */
export async function insertAsked(trx: Transaction, { kind, id }: Held, asked: Asked): Promise<void> {
  if ('endUserId' in asked) return
  const rows = asked.approvers.map((one, place) => ({
    transaction_id: kind === 'transaction' ? id : null,
    message_id: kind === 'message' ? id : null,
    approver_id: one.id,
    place,
    name: one.name,
    administrator_id: one.administratorId,
  }))
  await trx.insertInto('held_approvers').values(rows).execute()
  await sql`
    update held_approvers as asked set removed_at = service_now() from approvers as person
    where asked.${sql.ref(COLUMNS[kind])} = ${id}::uuid and person.id = asked.approver_id and exists (
      select from policies cross join lateral jsonb_array_elements(rule->'approvers') as named (one)
      where policies.id = any(${asked.policyIds}::uuid[]) and named.one->>'email' = person.email
        and named.one->'removed' is not null)`.execute(trx)
}

/** Notifies everyone who is asked, except those who have muted the wallet. */
export async function noticeAsked(
  trx: Transaction,
  { kind, id }: Held,
  { asked, wallet }: { asked: Asked; wallet: string },
): Promise<void> {
  const subject = kind === 'transaction' ? { transactionId: id } : { messageId: id }
  for (const approverId of listAskedIds(asked)) {
    if (await mutedUntil(trx, approverId, wallet)) continue
    await queueNotice(trx, { approverId, kind: 'held', ...subject })
  }
}

/** SQL on a held row as `held`: whether `approver_id` alone decides, because `held_approvers` has no rows for it. */
function isUnshared(kind: HeldKind): RawBuilder<boolean> {
  const id = kind === 'transaction' ? sql`held.transaction_id` : sql`held.id`
  return sql<boolean>`not exists (select from held_approvers as other where other.${sql.ref(COLUMNS[kind])} = ${id})`
}

/**
 * SQL on a held row as `held`: whether this person may decide it. Use it if other conditions already select few rows.
 */
export function isAsked(kind: HeldKind, approverId: string): RawBuilder<boolean> {
  const id = kind === 'transaction' ? sql`held.transaction_id` : sql`held.id`
  return sql<boolean>`((held.approver_id = ${approverId}::uuid and ${isUnshared(kind)}) or exists (
    select from held_approvers as mine
    where mine.${sql.ref(COLUMNS[kind])} = ${id} and mine.approver_id = ${approverId}::uuid
      and mine.removed_at is null))`
}

/**
 * SQL on a held row as `held`: whether this person may decide it, for lists of everything that the person may decide.
 * An end-user is always the row's `approver_id`, whose index also gives the order.
 */
export function isListedFor(
  kind: HeldKind,
  { id, external_user_id: endUserId }: { id: string; external_user_id: string | null },
): RawBuilder<boolean> {
  if (endUserId !== null) return sql<boolean>`held.approver_id = ${id}::uuid`
  const column = sql.ref(COLUMNS[kind])
  const [heldId, table, key] =
    kind === 'transaction'
      ? [sql`held.transaction_id`, sql`held_transactions as held`, sql`held.transaction_id`]
      : [sql`held.id`, sql`held_messages as held`, sql`held.id`]
  return sql<boolean>`${heldId} in (
    select ${key} from ${table} where held.approver_id = ${id}::uuid and ${isUnshared(kind)}
    union select ${column} from held_approvers
    where approver_id = ${id}::uuid and ${column} is not null and removed_at is null)`
}

/** SQL on a held row as `held`: whether this person's decision is stored and counts. */
export function isDecidedBy(kind: HeldKind, approverId: string): RawBuilder<boolean> {
  const id = kind === 'transaction' ? sql`held.transaction_id` : sql`held.id`
  return sql<boolean>`exists (select from held_approvers as asked
    where asked.${sql.ref(COLUMNS[kind])} = ${id} and asked.approver_id = ${approverId}::uuid
      and (asked.approved is false or ${countsAsApproval}))`
}

/** A person's decision. `decidedWith` is undefined for a wrong number, because nothing is signed then. */
export type PersonDecision = {
  approverId: string
  approved: boolean
  decidedWith?: string | undefined
  comment?: string | undefined
}

/**
 * Stores the decision of one of several people. The caller has locked the held row. A second approval of the same
 * person is not stored, unless the passkey of the first approval was removed. Returns whether the decision was
 * stored.
 */
export async function storeDecision(
  trx: Transaction,
  { kind, id }: Held,
  { approverId, approved, decidedWith, comment }: PersonDecision,
): Promise<boolean> {
  const { rows } = await sql`
    update held_approvers as asked set approved = ${approved}, decided_at = service_now(),
      decided_with = ${decidedWith ?? null}, comment = ${comment ?? null}, carried_from = null
    where asked.${sql.ref(COLUMNS[kind])} = ${id}::uuid and asked.approver_id = ${approverId}::uuid
      and asked.removed_at is null and (asked.approved is null or not ${approved} or not ${countsAsApproval})
    returning asked.id`.execute(trx)
  return rows.length > 0
}

/** Returns those of the asked people whose approvals count. */
export async function readApprovals(db: Database, { kind, id }: Held): Promise<string[]> {
  const { rows } = await sql<{ approver_id: string }>`
    select asked.approver_id from held_approvers as asked
    where asked.${sql.ref(COLUMNS[kind])} = ${id}::uuid and ${countsAsApproval}
    order by asked.place`.execute(db)
  return rows.map((row) => row.approver_id)
}
