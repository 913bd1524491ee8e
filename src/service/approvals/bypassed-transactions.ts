import { sql } from 'kysely'
import type { HasDatabase } from '#service/context-parts.ts'
import { executableUntil } from '#service/ledger/read-transactions.ts'
import { isAsked } from './asked-approvers.ts'
import type { Approver } from './sessions.ts'

/**
 * Selects executions without this person's approval for which the person got no request. Executions with a
 * request are read from the held row.
 */
function selectBypassed({ db }: HasDatabase, { id }: Approver) {
  return db
    .selectFrom('bypassed_approvals as bypassed')
    .innerJoin('transactions', 'transactions.digest', 'bypassed.executed_digest')
    .innerJoin('approvers', 'approvers.id', 'bypassed.approver_id')
    .innerJoin('organizations', 'organizations.id', 'transactions.organization_id')
    .leftJoin('held_transactions as held', (join) =>
      join.onRef('held.transaction_id', '=', 'transactions.id').on(isAsked('transaction', id)),
    )
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'transactions.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .selectAll('transactions')
    .select(['bypassed.noticed_at', 'organizations.name as organization_name', 'wallets.label'])
    .select(['approvers.email', 'approvers.language', 'approvers.external_user_id'])
    .select('approvers.id as person_id')
    .select(executableUntil.as('executable_until'))
    .where('bypassed.approver_id', '=', id)
    .where('bypassed.noticed_at', 'is not', null)
    .where('held.transaction_id', 'is', null)
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectBypassed>['execute']>>[number]

/**
 * An execution with the columns of a held transaction. There is no decision, and the times are the time of the
 * notice.
 */
type BypassedRow = Omit<Selected, 'noticed_at'> & {
  transaction_id: string
  candidates: number[]
  held_at: Date
  deadline: Date
  decided_at: Date | null
  seconds_left: number
  reported: boolean
  approvals_required: number
  asked: null
}

function toRow({ noticed_at: noticedAt, ...row }: Selected): BypassedRow[] {
  if (noticedAt === null) return []
  const times = { held_at: noticedAt, deadline: noticedAt, decided_at: null, seconds_left: 0 }
  const request = { candidates: [], reported: false, approvals_required: 1, asked: null }
  return [{ ...row, ...times, ...request, transaction_id: row.id }]
}

/**
 * Reads one execution that this approver did not approve, as a list. The list is empty if there is no such execution.
 */
export async function readBypassed(
  ctx: HasDatabase,
  approver: Approver,
  transactionUuid: string,
): Promise<BypassedRow[]> {
  const rows = await selectBypassed(ctx, approver).where('transactions.id', '=', transactionUuid).execute()
  return rows.flatMap(toRow)
}

/** Lists the newest `limit` rows before a cursor's row. */
export async function listBypassed(
  ctx: HasDatabase,
  approver: Approver,
  { after, limit }: { after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<BypassedRow[]> {
  let select = selectBypassed(ctx, approver)
    .orderBy('bypassed.noticed_at', 'desc')
    .orderBy('transactions.id', 'desc')
    .limit(limit)
  if (after !== undefined)
    select = select.where(
      sql<boolean>`(bypassed.noticed_at, transactions.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  return (await select.execute()).flatMap(toRow)
}
