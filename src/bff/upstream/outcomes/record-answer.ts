import type { RecordedTransaction } from '#protocol/org/hosted-upstream.ts'
import type { BffContext } from '#bff/context.ts'
import type { RecordRow } from './apply-outcome.ts'

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
  const row = await ctx.db
    .selectFrom('bff_hosted_upstream')
    .select(['polling_heard_at', 'polling_lacks_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const { polling_heard_at: contactAt = null, polling_lacks_at: lacks = null } = row ?? {}
  if (lacks === null || (contactAt !== null && contactAt > lacks)) return true
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
