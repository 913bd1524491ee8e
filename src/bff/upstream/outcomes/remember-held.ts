import { randomUUID } from 'node:crypto'
import type { ExecuteRequest, ExecuteResult } from '#protocol/transactions.ts'
import { HELD_MARGIN_SECONDS, HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { moveRecord, storeEvent, type RecordRow, type Outcome } from './apply-outcome.ts'

const FIRST_LOOK_MS = 2_000

/**
 * Records a transaction held by the hosted service, with the signed call and its deadline. The service has accepted
 * it already, so failures here are logged and do not fail the answer.
 */
export async function rememberHeld(
  ctx: BffContext,
  organization: Organization,
  executed: { request: ExecuteRequest; result: ExecuteResult; requestId: string },
): Promise<void> {
  const { request, result, requestId } = executed
  if (!ctx.settings.hostedUpstream || !('transactionUuid' in result)) return
  const transactionUuid = result.transactionUuid.toLowerCase()
  try {
    const call = { base: 'baas', endpoint: BAAS_ENDPOINTS.getConfig, requestId } as const
    const { content } = await callUpstream(ctx, organization, call)
    const record = recordOf(ctx, { request, chainId: content.chainId, transactionUuid })
    await store(ctx, { ...record, organization_id: organization.id })
  } catch (cause) {
    ctx.log.error({ event: 'held_not_remembered', transactionUuid, requestId, err: cause })
  }
}

type NewRecord = Omit<RecordRow, 'organization_id'>

function recordOf(
  ctx: BffContext,
  {
    request,
    chainId,
    transactionUuid,
  }: { request: ExecuteRequest; chainId: number; transactionUuid: string },
): NewRecord {
  const now = ctx.clock.now()
  const data = resolveCalldata(request)
  const call = {
    walletAddress: checksumAddress(request.walletAddress),
    toAddress: checksumAddress(request.toAddress),
    feeCoinAddress: checksumAddress(request.feeCoinAddress),
    feeWithdrawAddress: checksumAddress(request.feeWithdrawAddress),
    value: BigInt(request.value),
    expiration: BigInt(request.expiration),
    fee: BigInt(request.fee),
    data,
  }
  return {
    transaction_uuid: transactionUuid,
    wallet_address: call.walletAddress,
    digest: executeDigest(chainId, call),
    to_address: call.toAddress,
    value: request.value,
    data,
    expiration: request.expiration,
    fee: request.fee,
    fee_coin_address: call.feeCoinAddress,
    fee_withdraw_address: call.feeWithdrawAddress,
    held_at: now,
    deadline: heldDeadline(now, request.expiration),
    status: 'PENDING_USER_APPROVAL',
    transaction_hash: null,
    reason: null,
    learnt_from: 'execute',
    learnt_at: now,
    next_look_at: new Date(now.getTime() + FIRST_LOOK_MS),
    looks: 0,
  }
}

/** 15 minutes from now or 60 s before the expiration (Unix seconds), whichever is sooner. Source: profile 8. */
export function heldDeadline(now: Date, expiration: string): Date {
  const openMs = now.getTime() + HELD_OPEN_SECONDS * 1000
  const endMs = (Number(expiration) - HELD_MARGIN_SECONDS) * 1000
  return new Date(Math.min(openMs, endMs))
}

/** Repeated execution is the same record. Earlier reports of it are applied at once. */
async function store(ctx: BffContext, record: RecordRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('bff_hosted_transaction')
      .values(record)
      .onConflict((conflict) => conflict.doNothing())
      .returning('transaction_uuid')
      .executeTakeFirst()
    if (stored === undefined) return
    await applyEarlier(trx, record)
    await storeEvent(trx, record.organization_id, {
      outcome: heldOutcome(record),
      isNews: true,
      now: record.held_at,
    })
  })
  ctx.outcomes.wake()
}

/** Shows a new one on open screens, too. */
function heldOutcome({ transaction_uuid: transactionUuid, held_at: occurredAt }: RecordRow): Outcome {
  const nothingElse = { transactionHash: null, reason: null }
  const id = `held_${randomUUID()}`
  return {
    id,
    transactionUuid,
    occurredAt,
    source: 'execute',
    status: 'PENDING_USER_APPROVAL',
    ...nothingElse,
  }
}

async function applyEarlier(trx: BffTransaction, record: RecordRow): Promise<void> {
  const earlier = await trx
    .selectFrom('bff_hosted_event')
    .selectAll()
    .where('organization_id', '=', record.organization_id)
    .where('transaction_uuid', '=', record.transaction_uuid)
    .orderBy('occurred_at')
    .execute()
  let current = record
  for (const event of earlier) {
    const observed = { ...event, transactionHash: event.transaction_hash }
    current = (await moveRecord(trx, current, observed, event.received_at)) ?? current
  }
}
