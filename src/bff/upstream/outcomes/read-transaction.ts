import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { RecordedTransaction } from '#protocol/hosted-upstream.ts'
import type { Transaction } from '#protocol/transactions.ts'
import type { BffContext } from '#bff/context.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { expireUndecided } from './expire-undecided.ts'
import { findLackingSince, recordContact } from './hosted-upstream-row.ts'
import { LACKING_PAUSE_MS } from './poll-open-transactions.ts'
import { noteAnswer } from './note-answer.ts'
import type { RecordRow } from './apply-outcome.ts'

/**
 * A transaction as the service answers it, or, where a hosted service lacks the path or its answer is unreadable,
 * from this BFF's record.
 *
 * @throws the service's refusal when there is no record here either
 */
export async function readTransaction(
  ctx: BffContext,
  organization: Organization,
  { transactionUuid, requestId }: { transactionUuid: string; requestId: string },
): Promise<UpstreamAnswer<Transaction | RecordedTransaction>> {
  const headers = { 'x-request-id': requestId }
  if (await isKnownToLack(ctx, organization.id)) {
    const content = await findRecord(ctx, organization.id, transactionUuid)
    if (content !== undefined) return { status: 200, content, headers }
  }
  try {
    const answered = await callUpstream(ctx, organization, {
      base: 'baas',
      endpoint: BAAS_ENDPOINTS.getTransaction,
      requestId,
      params: { transactionUuid },
    })
    if (ctx.settings.hostedUpstream) await noteAnswer(ctx, organization.id, answered.content)
    return answered
  } catch (error) {
    if (!isOutcomeUnknown(ctx, error)) throw error
    if (isLacking(error)) await recordContact(ctx, organization.id, 'polling_lacks_at')
    const content = await findRecord(ctx, organization.id, transactionUuid)
    if (content === undefined) throw error
    return { status: 200, content, headers }
  }
}

/** Whether a try of the last hour found no such path: screens that poll every few seconds need not try again. */
async function isKnownToLack(ctx: BffContext, organizationId: string): Promise<boolean> {
  if (!ctx.settings.hostedUpstream) return false
  const since = await findLackingSince(ctx, organizationId)
  return since !== null && since.getTime() + LACKING_PAUSE_MS > ctx.clock.now().getTime()
}

/** The service lacks the path, or answers with something else. An outage has errors of its own. */
export function isOutcomeUnknown(ctx: BffContext, error: unknown): boolean {
  if (!ctx.settings.hostedUpstream) return false
  return isLacking(error) || (error instanceof HttpError && error.code === 'UPSTREAM_FAILED')
}

function isLacking(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'UPSTREAM_LACKS'
}

async function findRecord(
  ctx: BffContext,
  organizationId: string,
  transactionUuid: string,
): Promise<RecordedTransaction | undefined> {
  await expireUndecided(ctx)
  const row = await ctx.db
    .selectFrom('bff_hosted_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('transaction_uuid', '=', transactionUuid.toLowerCase())
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [answered] = await recordAnswers(ctx, organizationId, [row])
  return answered
}

/** Until then a webhook about the chain may follow the approval's, even if none ever came before. */
const UNKNOWN_AFTER_MS = 20_000

/** Records in the shape in which our own service answers transactions, and how their states are known. */
export async function recordAnswers(
  ctx: BffContext,
  organizationId: string,
  rows: readonly RecordRow[],
): Promise<RecordedTransaction[]> {
  const now = ctx.clock.now().getTime()
  const onTheirWay = rows.filter(({ status }) => status === 'APPROVED' || status === 'SUBMITTED')
  const isWithoutUpdates = onTheirWay.length > 0 && !(await receivesChainUpdates(ctx, organizationId))
  return rows.map((row) => {
    const isOutcomeUnknown =
      isWithoutUpdates && onTheirWay.includes(row) && row.learnt_at.getTime() + UNKNOWN_AFTER_MS <= now
    return isOutcomeUnknown ? { ...recordAnswer(row), untold: true } : recordAnswer(row)
  })
}

function recordAnswer(row: RecordRow): RecordedTransaction {
  return {
    transactionUuid: row.transaction_uuid,
    walletAddress: row.wallet_address,
    status: row.status,
    digest: row.digest,
    toAddress: row.to_address,
    value: row.value,
    data: row.data,
    expiration: row.expiration,
    fee: row.fee,
    feeCoinAddress: row.fee_coin_address,
    feeWithdrawAddress: row.fee_withdraw_address,
    ...(row.transaction_hash === null ? {} : { transactionHash: row.transaction_hash }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    // The time of the decision is unknown, only when it was observed.
    approval: { expiresAtDatetime: row.deadline.toISOString() },
    createdAtDatetime: row.held_at.toISOString(),
    updatedAtDatetime: row.learnt_at.toISOString(),
    learntFrom: row.learnt_from,
  }
}

/**
 * Whether this BFF can observe the chain's result of an approved transaction: the service answers polling, or its
 * webhooks have ever reported more than decisions.
 */
async function receivesChainUpdates(ctx: BffContext, organizationId: string): Promise<boolean> {
  if ((await findLackingSince(ctx, organizationId)) === null) return true
  const reported = await ctx.db
    .selectFrom('bff_hosted_event')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('source', '=', 'webhook')
    .where('status', 'in', ['SUBMITTED', 'CONFIRMED', 'FAILED'])
    .limit(1)
    .executeTakeFirst()
  return reported !== undefined
}
