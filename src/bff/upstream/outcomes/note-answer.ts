import { randomUUID } from 'node:crypto'
import type { Transaction } from '#protocol/transactions.ts'
import type { BffContext } from '#bff/context.ts'
import { applyOutcome } from './apply-outcome.ts'
import { recordContact } from './hosted-upstream-row.ts'

/** While the service reports that it still waits, our clock ends nothing, whatever the deadline was. */
const STILL_OPEN_MS = 30_000
/** Screens that poll every few seconds do not cause a write each time. */
const NOTE_EVERY_MS = 10_000

/** Stores the service's own record of a transaction, from any request, as the newest outcome. */
export async function noteAnswer(
  ctx: BffContext,
  organizationId: string,
  transaction: Transaction,
): Promise<void> {
  const transactionUuid = transaction.transactionUuid.toLowerCase()
  const known = await findKnown(ctx, organizationId, transactionUuid)
  if (known === undefined) return
  const { status, transactionHash = null, reason = null, updatedAtDatetime } = transaction
  const now = ctx.clock.now().getTime()
  if ((known.polling_heard_at?.getTime() ?? 0) + NOTE_EVERY_MS <= now)
    await recordContact(ctx, organizationId, 'polling_heard_at')
  const isNew = status !== known.status || transactionHash !== known.transaction_hash
  if (isNew || known.learnt_from === 'clock') {
    await applyOutcome(ctx, organizationId, {
      id: `poll_${randomUUID()}`,
      source: 'poll',
      transactionUuid,
      status,
      transactionHash,
      reason,
      occurredAt: new Date(updatedAtDatetime),
    })
  }
  if (status === 'PENDING_USER_APPROVAL') await keepOpen(ctx, organizationId, transaction, known.deadline)
}

async function findKnown(ctx: BffContext, organizationId: string, transactionUuid: string) {
  return ctx.db
    .selectFrom('bff_hosted_transaction as record')
    .leftJoin('bff_hosted_upstream as upstream', 'upstream.organization_id', 'record.organization_id')
    .select([
      'record.status',
      'record.transaction_hash',
      'record.learnt_from',
      'record.deadline',
      'upstream.polling_heard_at',
    ])
    .where('record.organization_id', '=', organizationId)
    .where('record.transaction_uuid', '=', transactionUuid)
    .executeTakeFirst()
}

/** The service's own deadline replaces the one computed here. */
async function keepOpen(
  ctx: BffContext,
  organizationId: string,
  { transactionUuid, approval }: Transaction,
  known: Date,
): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const toldMs = approval === undefined ? 0 : Date.parse(approval.expiresAtDatetime)
  const deadline = new Date(toldMs > nowMs ? toldMs : Math.max(known.getTime(), nowMs + STILL_OPEN_MS))
  if (deadline.getTime() === known.getTime()) return
  await ctx.db
    .updateTable('bff_hosted_transaction')
    .set({ deadline })
    .where('organization_id', '=', organizationId)
    .where('transaction_uuid', '=', transactionUuid.toLowerCase())
    .where('status', '=', 'PENDING_USER_APPROVAL')
    .execute()
}
