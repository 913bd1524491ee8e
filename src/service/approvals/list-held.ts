import { sql } from 'kysely'
import type { HeldTransaction, History } from '#protocol/approver-api.ts'
import type { Context } from '#service/context.ts'
import { executableUntil } from '#service/ledger/read-transactions.ts'
import { decodeRowCursor, encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { heldAnswers, isWaiting, selectOwnHeld } from './held-answer.ts'
import type { Approver } from './sessions.ts'

const WAITING_MAX = 100

/**
 * `GET /approve/api/transactions`: what waits for this person, the one that ends first on top; after that what FAILED and
 * can still be executed (ADR 0010).
 */
export async function listWaiting(
  ctx: Pick<Context, 'db' | 'chain'>,
  approver: Approver,
): Promise<HeldTransaction[]> {
  const rows = await selectOwnHeld(ctx, approver)
    .where(sql<boolean>`(${isWaiting} or ${executableUntil} is not null)`)
    .orderBy('transactions.state', 'desc')
    .orderBy('held.deadline')
    .orderBy('held.transaction_id')
    .limit(WAITING_MAX)
    .execute()
  return heldAnswers(ctx, rows)
}

const PAGE = 50

/**
 * `GET /approve/api/history`: what this person decided, or let expire, newest first (ADR 0012).
 *
 * @throws VALIDATION_FAILED for a cursor that was not given out
 */
export async function listHistory(
  ctx: Pick<Context, 'db' | 'chain'>,
  approver: Approver,
  { query }: { query: { cursor?: string | undefined } },
): Promise<History> {
  let select = selectOwnHeld(ctx, approver)
    .where(sql<boolean>`not ${isWaiting}`)
    .orderBy('held.held_at', 'desc')
    .orderBy('held.transaction_id', 'desc')
    .limit(PAGE + 1)
  if (query.cursor !== undefined) {
    const after = decodeRowCursor(query.cursor)
    if (after === undefined) throw fieldError('cursor', 'must be the nextCursor of a page')
    select = select.where(
      sql<boolean>`(held.held_at, held.transaction_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  }
  const rows = await select.execute()
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  const next = rows.length > PAGE && last !== undefined ? last : undefined
  return {
    transactions: await heldAnswers(ctx, page),
    ...(next === undefined
      ? {}
      : { nextCursor: encodeRowCursor({ createdAt: next.held_at, id: next.transaction_id }) }),
  }
}
