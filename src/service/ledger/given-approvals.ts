import { sql, type RawBuilder } from 'kysely'

/** A person whom the organization's policies ask, with their decision, as JSON of the database. */
export type AskedRow = {
  id: string
  email: string
  name: string | null
  administratorId: string | null
  approved: boolean | null
  decidedAt: string | null
  comment: string | null
  /** Whether an approval counts: its person may still decide, and the passkey that signed it still exists. */
  counts: boolean
  /** Whether the organization has removed the person since the request was held. */
  isRemoved: boolean
  /** Whether the approval was given to an earlier request that expired. */
  isCarried: boolean
}

/** The kind of the held row that `held_approvers` refers to. SQL of both kinds calls this row `held`. */
export type HeldKind = 'transaction' | 'message'

const KEYS: Record<HeldKind, RawBuilder<unknown>> = {
  transaction: sql`asked.transaction_id = held.transaction_id`,
  message: sql`asked.message_id = held.id`,
}

/** SQL on `asked`: whether its approval counts. Approvals of a removed person or a removed passkey do not count. */
export const countsAsApproval: RawBuilder<boolean> = sql<boolean>`(
  asked.approved and asked.removed_at is null and exists (
  select from approver_passkeys as passkey
  where passkey.credential_id = asked.decided_with and passkey.approver_id = asked.approver_id))`

/**
 * SQL on `held`: the people whose approvals count, as JSON. Null before the last required approval. Without rows in
 * `held_approvers`, this is `approver_id`: an end-user, or the only approver in rows of earlier versions.
 */
export function approvedBy(kind: HeldKind): RawBuilder<string[] | null> {
  return sql`case
    when held.approved and exists (select from held_approvers as asked where ${KEYS[kind]}) then (
      select coalesce(jsonb_agg(asked.approver_id order by asked.place), '[]'::jsonb) from held_approvers as asked
      where ${KEYS[kind]} and ${countsAsApproval})
    when held.approved then jsonb_build_array(held.approver_id) end`
}

/** SQL on `held`: the people who are asked, in the order of the policy, as JSON. Null if an end-user decides. */
export function askedRows(kind: HeldKind): RawBuilder<AskedRow[] | null> {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', asked.approver_id, 'email', person.email, 'name', asked.name,
      'administratorId', asked.administrator_id, 'approved', asked.approved, 'decidedAt', asked.decided_at,
      'comment', asked.comment, 'counts', coalesce(${countsAsApproval}, false),
      'isRemoved', asked.removed_at is not null, 'isCarried', asked.carried_from is not null) order by asked.place)
    from held_approvers as asked join approvers as person on person.id = asked.approver_id
    where ${KEYS[kind]})`
}
