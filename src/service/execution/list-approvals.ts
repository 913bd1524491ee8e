import { sql, type RawBuilder } from 'kysely'
import type { ApprovalCounts } from '#protocol/approval-endpoints.ts'
import { toMailbox } from '#protocol/email-address.ts'
import { comesAfter, encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import type { HasChain, HasDatabase, HasPublicUrl } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { WithHeaders, type Operation, type PagedOperation } from '#service/http/endpoint-types.ts'
import { countsAsApproval } from '#service/ledger/given-approvals.ts'
import { selectTransactions } from '#service/ledger/read-transactions.ts'
import { organizationTransactions } from './list-transactions.ts'
import { readDeclared } from './other-approvers.ts'
import { storedRequester } from './requester.ts'

/**
 * `GET /v1/org/approvals`: pending transactions that people of the organization decide, newest first. Lists either
 * those that wait for the named member, or all others (ADR 0014).
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 */
export const listApprovals: PagedOperation<'listApprovals', HasChain & HasDatabase & HasPublicUrl> = async (
  ctx,
  caller,
  { query },
) => {
  const isMine = waitsFor(caller)
  const { page, headers } = await readPage({
    publicUrl: ctx.settings.publicUrl,
    path: '/v1/org/approvals',
    query,
    read: (count) => {
      let select = selectTransactions(ctx)
        .where(isPending(caller))
        .where(isShared)
        .where(query.waitingFor === 'requester' ? isMine : sql<boolean>`not ${isMine}`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
      if (query.cursor !== undefined) select = select.where(comesAfter(query.cursor, ['created_at', 'id']))
      return select.execute()
    },
    next: ({ created_at: createdAt, id }) => ({ cursor: encodeRowCursor({ createdAt, id }) }),
  })
  return new WithHeaders(await organizationTransactions(ctx, caller.organizationId, page), headers)
}

/**
 * `GET /v1/org/approvals/count`: counts the organization's pending transactions, and those of both lists of
 * `GET /v1/org/approvals`, on all their pages.
 */
export const countApprovals: Operation<'countApprovals', HasDatabase> = async ({ db }, caller) => {
  const { rows } = await sql<ApprovalCounts>`
    select count(*) filter (where is_mine)::integer as requester,
      count(*) filter (where not is_mine)::integer as others,
      count(*)::integer as pending
    from (
      select case when ${isShared} then ${waitsFor(caller)} end as is_mine
      from transactions join held_transactions as held on held.transaction_id = transactions.id
      where ${isPending(caller)}) as waiting`.execute(db)
  return rows[0] ?? { requester: 0, others: 0, pending: 0 }
}

/** SQL on `transactions` and `held`: pending before the deadline. */
function isPending({ organizationId }: Caller): RawBuilder<boolean> {
  return sql<boolean>`(transactions.organization_id = ${organizationId}
    and transactions.rare_state = 'PENDING_USER_APPROVAL' and held.deadline > service_now())`
}

/** SQL on `held`: decided by people of the organization. */
const isShared = sql<boolean>`exists (
  select from approvers as first where first.id = held.approver_id and first.external_user_id is null)`

/**
 * SQL on `transactions`: whether the member named by the request may still decide. Compares the member id, or the
 * email address if the policy names no id.
 */
function waitsFor(caller: Caller): RawBuilder<boolean> {
  const named = storedRequester(caller).namedByKey
  const administratorId = named?.kind === 'administrator' ? named.id : null
  const mailboxes = readDeclared(caller).map(toMailbox)
  return sql<boolean>`exists (
    select from held_approvers as asked join approvers as person on person.id = asked.approver_id
    where asked.transaction_id = transactions.id and asked.removed_at is null
      and (asked.administrator_id = ${administratorId} or (asked.administrator_id is null
        and regexp_replace(person.email, '^([^@+]+)[+][^@]*@', '\\1@') = any(${mailboxes}::text[])))
      and asked.approved is distinct from false and not coalesce(${countsAsApproval}, false))`
}
