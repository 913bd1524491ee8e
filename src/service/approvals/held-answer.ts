import { sql } from 'kysely'
import { checksumAddress } from '#protocol/display/address.ts'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import type { Context } from '#service/context.ts'
import { findHeldTokens } from '#service/holdings/find-held-tokens.ts'
import { callAnswer, executableUntil } from '#service/ledger/read-transactions.ts'
import { databaseNow } from '#service/db/database.ts'
import type { Approver } from './sessions.ts'

/** SQL on `transactions` and `held`: one past its deadline waits no more, whether or not it has been expired yet. */
export const isWaiting = sql<boolean>`(
  transactions.state = 'PENDING_USER_APPROVAL' and held.deadline > service_now())`

/** Held transactions with their approvers, to be narrowed and ordered. */
export function selectHeld(ctx: Pick<Context, 'db'>) {
  return ctx.db
    .selectFrom('held_transactions as held')
    .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
    .innerJoin('approvers', 'approvers.id', 'held.approver_id')
    .innerJoin('organizations', 'organizations.id', 'transactions.organization_id')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'transactions.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .selectAll('transactions')
    .select(['held.transaction_id', 'held.candidates', 'held.held_at', 'held.deadline', 'held.decided_at'])
    .select(['held.reported', 'organizations.name as organization_name', 'wallets.label'])
    .select(['approvers.email', 'approvers.language'])
    .select(executableUntil.as('executable_until'))
    .select(
      sql<number>`greatest(0, ceil(extract(epoch from
        coalesce(${executableUntil}, held.deadline) - ${databaseNow})))::integer`.as('seconds_left'),
    )
}

/** The approver's own: another's cannot be found through it. */
export function selectOwnHeld(ctx: Pick<Context, 'db'>, approver: Approver) {
  return selectHeld(ctx).where('held.approver_id', '=', approver.id)
}

type HeldRow = Awaited<ReturnType<ReturnType<typeof selectHeld>['execute']>>[number]

/** Held transactions as their end-user reads them; which of the numbers is the right one is never answered. */
export async function heldAnswers(
  ctx: Pick<Context, 'db' | 'chain'>,
  rows: readonly HeldRow[],
): Promise<HeldTransaction[]> {
  const tokens = await findHeldTokens(ctx, rows)
  return rows.map((row, index) => heldAnswer(ctx, row, tokens[index] ?? []))
}

function heldAnswer(
  ctx: Pick<Context, 'chain'>,
  row: HeldRow,
  held: HeldTransaction['held'] & {},
): HeldTransaction {
  const isOpen = row.state === 'PENDING_USER_APPROVAL'
  const isLate = isOpen && row.seconds_left === 0
  return {
    transactionUuid: row.transaction_id,
    status: isLate ? 'EXPIRED' : row.state,
    organizationName: row.organization_name,
    walletAddress: checksumAddress(row.wallet_address),
    walletLabel: row.label ?? '',
    chainId: ctx.chain.id,
    digest: row.digest,
    ...callAnswer(row),
    ...(isOpen && !isLate ? { numbers: row.candidates } : {}),
    heldAtDatetime: row.held_at.toISOString(),
    expiresAtDatetime: row.deadline.toISOString(),
    secondsLeft: isOpen || row.executable_until !== null ? row.seconds_left : 0,
    ...(row.decided_at === null ? {} : { decidedAtDatetime: row.decided_at.toISOString() }),
    reported: row.reported,
    ...(row.transaction_hash === null ? {} : { transactionHash: row.transaction_hash }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.executable_until === null ? {} : { executableUntil: row.executable_until.toISOString() }),
    ...(held.length > 0 && { held }),
  }
}
