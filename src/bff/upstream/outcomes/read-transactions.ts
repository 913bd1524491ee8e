import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type {
  CallsService,
  HasClock,
  HasDatabase,
  HasHosting,
  HasLive,
  HasLog,
  HasPublicUrl,
} from '#bff/context-parts.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { RecordedTransaction } from '#protocol/hosted-upstream.ts'
import type { DeclaredRequester } from '#protocol/requester.ts'
import type { listTransactionsQuerySchema, Transaction } from '#protocol/transactions.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { decodeRowCursor, encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import { ensureHostedUpstream, lackingSince, recordContact } from './hosted-upstream-row.ts'
import { noteAnswer } from './note-outcome.ts'
import { isHeldHere, parseSignedCall, type HeldRow } from './tables.ts'

/**
 * Time until a path that the service lacks is requested again, in milliseconds. The service may have been updated.
 */
const LACKING_PAUSE_MS = 3_600_000
/**
 * Time after the deadline until a pending transaction has an unknown outcome, in milliseconds. A decision in the
 * last second is reported at once, and again after five seconds.
 */
const OVERDUE_AFTER_MS = 10_000
/**
 * Time after an approval until the outcome counts as unknown, in milliseconds. Until then, the first webhook about
 * the chain may still arrive.
 */
const UNKNOWN_AFTER_MS = 20_000

/**
 * Returns a transaction from the service. If a hosted service lacks the path or its response is unreadable, returns
 * this BFF's record. Only the transaction's `requester` receives the number that the approver has to pick.
 *
 * @throws the service's refusal if there is no record here
 */
export async function readTransaction(
  ctx: CallsService & HasClock & HasDatabase & HasLive & HasLog,
  organization: Organization,
  { transactionUuid, requester }: { transactionUuid: string; requester: DeclaredRequester | undefined },
): Promise<UpstreamAnswer<Transaction | RecordedTransaction>> {
  const call = { endpoint: BAAS_ENDPOINTS.getTransaction, params: { transactionUuid }, requester }
  const send = () => callUpstream(ctx, organization, call)
  if (!ctx.settings.hostedUpstream) return send()
  const recorded = async () => {
    const content = await findRecord(ctx, organization.id, transactionUuid)
    return content && { status: 200, content, headers: {} }
  }
  if (await isKnownToLack(ctx, organization.id)) {
    const found = await recorded()
    if (found !== undefined) return found
  }
  try {
    const answered = await send()
    await noteAnswer(ctx, organization.id, answered.content)
    return answered
  } catch (error) {
    if (!isUnreadable(ctx, error)) throw error
    if (error.code === 'UPSTREAM_LACKS') await recordContact(ctx, organization.id, 'polling_lacks_at')
    const found = await recorded()
    if (found === undefined) throw error
    return found
  }
}

/** Whether a try in the last hour found that the path is missing. Avoids a request per poll of a screen. */
async function isKnownToLack(ctx: HasClock & HasDatabase, organizationId: string): Promise<boolean> {
  const since = lackingSince(await ensureHostedUpstream(ctx, organizationId))
  return since !== null && since.getTime() + LACKING_PAUSE_MS > ctx.clock.now().getTime()
}

/** Whether a hosted service lacks the path or returned unexpected content. An outage has other error codes. */
function isUnreadable(ctx: HasHosting, error: unknown): error is HttpError {
  const isUnknown =
    error instanceof HttpError && (error.code === 'UPSTREAM_LACKS' || error.code === 'UPSTREAM_FAILED')
  return isUnknown && ctx.settings.hostedUpstream
}

async function findRecord(ctx: HasClock & HasDatabase, organizationId: string, transactionUuid: string) {
  const row = await ctx.db
    .selectFrom('bff_hosted_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('transaction_uuid', '=', transactionUuid.toLowerCase())
    .executeTakeFirst()
  return isHeldHere(row) ? (await recordAnswers(ctx, organizationId, [row]))[0] : undefined
}

type Query = z.output<typeof listTransactionsQuerySchema>

/**
 * Lists transactions from the service, newest first. If a hosted service has no list, returns the held
 * transactions executed through this BFF.
 */
export async function readTransactionPage(
  ctx: CallsService & HasClock & HasDatabase & HasPublicUrl,
  organization: Organization,
  { query, requester }: { query: Query; requester: DeclaredRequester | undefined },
): Promise<UpstreamAnswer<(Transaction | RecordedTransaction)[]>> {
  try {
    const call = { endpoint: BAAS_ENDPOINTS.listTransactions, query, requester }
    return await callUpstream(ctx, organization, call)
  } catch (error) {
    if (!isUnreadable(ctx, error)) throw error
    const { page, headers } = await readPage({
      publicUrl: ctx.settings.publicUrl,
      path: '/transactions',
      query,
      read: async (count) =>
        (await selectRecords(ctx, organization.id, query).limit(count).execute()).filter(isHeldHere),
      next: (last) => ({ cursor: encodeRowCursor({ createdAt: last.held_at, id: last.transaction_uuid }) }),
    })
    const content = await recordAnswers(ctx, organization.id, page)
    return { status: 200, content, headers }
  }
}

/** Held transactions that match the query, newest first. Pending ones are included only before their deadline. */
function selectRecords(ctx: HasClock & HasDatabase, organizationId: string, query: Query) {
  let select = heldRecords(ctx, organizationId).selectAll().orderBy('held_at', 'desc')
  // Times in this table are whole milliseconds. A cursor from another list is ignored, so the list starts at the top.
  const after = decodeRowCursor(query.cursor ?? '')
  if (after !== undefined) {
    select = select.where((where) =>
      where.or([
        where('held_at', '<', after.createdAt),
        where.and([where('held_at', '=', after.createdAt), where('transaction_uuid', '<', after.id)]),
      ]),
    )
  }
  if (query.status !== undefined) select = select.where('status', '=', query.status)
  if (query.status === 'PENDING_USER_APPROVAL') select = select.where('deadline', '>', overdueBefore(ctx))
  for (const [field, value] of [
    ['digest', query.digest],
    ['walletAddress', query.wallet],
  ] as const) {
    if (value === undefined) continue
    select = select.where(sql<boolean>`lower(call::jsonb ->> ${field}) = ${value.toLowerCase()}`)
  }
  return select.orderBy('transaction_uuid', 'desc')
}

/** Number of transactions held here that are not final and not past their deadline. */
export async function countOpen(ctx: HasClock & HasDatabase, organizationId: string): Promise<number> {
  const { count } = await heldRecords(ctx, organizationId)
    .select((select) => select.fn.countAll().as('count'))
    .where((where) =>
      where.or([
        where('status', 'in', ['APPROVED', 'SUBMITTED']),
        where.and([
          where('status', '=', 'PENDING_USER_APPROVAL'),
          where('deadline', '>', overdueBefore(ctx)),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

function heldRecords(ctx: HasDatabase, organizationId: string) {
  return ctx.db
    .selectFrom('bff_hosted_transaction')
    .where('organization_id', '=', organizationId)
    .where('call', 'is not', null)
}

/** A pending transaction with a deadline before this time is overdue. */
function overdueBefore({ clock }: HasClock): Date {
  return new Date(clock.now().getTime() - OVERDUE_AFTER_MS)
}

/** Converts records to the format of our own service, and marks unknown outcomes. */
async function recordAnswers(ctx: HasClock & HasDatabase, organizationId: string, rows: readonly HeldRow[]) {
  const upstream = await ensureHostedUpstream(ctx, organizationId)
  const receivesChainUpdates = lackingSince(upstream) === null || upstream.chain_heard_at !== null
  const now = ctx.clock.now().getTime()
  return rows.map((row) => {
    const isOverdue = row.status === 'PENDING_USER_APPROVAL' && row.deadline <= overdueBefore(ctx)
    const isOnItsWay = row.status === 'APPROVED' || row.status === 'SUBMITTED'
    const isLost = isOnItsWay && !receivesChainUpdates && row.learnt_at.getTime() + UNKNOWN_AFTER_MS <= now
    return { ...recordAnswer(row), ...((isOverdue || isLost) && { outcomeUnreported: true }) }
  })
}

function recordAnswer(row: HeldRow): RecordedTransaction {
  return {
    transactionUuid: row.transaction_uuid,
    ...parseSignedCall(row),
    status: row.status,
    ...(row.transaction_hash !== null && { transactionHash: row.transaction_hash }),
    ...(row.reason !== null && { reason: row.reason }),
    // Only the time of the report is known, not the time of the decision.
    approval: { expiresAtDatetime: row.deadline.toISOString() },
    createdAtDatetime: row.held_at.toISOString(),
    updatedAtDatetime: row.learnt_at.toISOString(),
    learntFrom: row.learnt_from,
  }
}
