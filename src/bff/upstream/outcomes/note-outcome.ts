import { randomUUID } from 'node:crypto'
import type {
  CallsService,
  HasClock,
  HasDatabase,
  HasHostedChain,
  HasLive,
  HasLog,
} from '#bff/context-parts.ts'
import type { Organization } from '#bff/ports.ts'
import { readConfig } from '#bff/upstream/read-config.ts'
import { LIVE_EVENT_OF_STATE, type NotifiedState } from '#protocol/events.ts'
import type { ExecuteRequest, ExecuteResult } from '#protocol/execute-transaction.ts'
import type { OutcomeSource } from '#protocol/hosted-upstream.ts'
import { HELD_MARGIN_SECONDS, HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { parseExecuteCall, executeDigest } from '#protocol/signing/execute-digest.ts'
import { canBecome, TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import type { Transaction } from '#protocol/transactions.ts'
import { recordContact } from './hosted-upstream-row.ts'
import { isHeldHere, parseSignedCall, type HeldRow, type SignedCall } from './tables.ts'

/** State of a transaction, as reported by a source. */
export type Outcome = {
  transactionUuid: string
  status: NotifiedState
  source: OutcomeSource
  transactionHash: string | null
  reason: string | null
}

/**
 * Updates the record of a transaction to a reported state, unless the recorded state is later. Reports arrive in
 * any order and more than once. A webhook's report of an unknown transaction is stored, because it may arrive
 * before the response of execute.
 */
export async function noteOutcome(
  ctx: HasClock & HasDatabase & HasLive & HasLog,
  organizationId: string,
  outcome: Outcome,
): Promise<void> {
  const { transactionUuid, status, source, transactionHash, reason } = outcome
  const state = { status, reason, learnt_from: source, learnt_at: ctx.clock.now() }
  const row = { organization_id: organizationId, transaction_uuid: transactionUuid }
  if (source === 'webhook') {
    await ctx.db
      .insertInto('bff_hosted_transaction')
      .values({ ...row, ...state, transaction_hash: transactionHash })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const moved = await ctx.db
    .updateTable('bff_hosted_transaction')
    .set({ ...state, ...(transactionHash !== null && { transaction_hash: transactionHash }) })
    .where((row) => row.and({ organization_id: organizationId, transaction_uuid: transactionUuid }))
    .where((where) => {
      const before = TRANSACTION_STATES.filter((from) => canBecome(from, status))
      const moves = where('status', 'in', before)
      if (transactionHash === null) return moves
      const isNewHash = where('transaction_hash', 'is distinct from', transactionHash)
      return where.or([moves, where.and([where('status', '=', status), isNewHash])])
    })
    .returningAll()
    .executeTakeFirst()
  if (!isHeldHere(moved)) return
  ctx.log.info({ event: 'hosted_outcome', transactionUuid, status, source })
  publish(ctx, moved)
}

/** Records the state of a transaction from any response of the service. */
export async function noteAnswer(
  ctx: HasClock & HasDatabase & HasLive & HasLog,
  organizationId: string,
  transaction: Transaction,
): Promise<void> {
  const { transactionUuid, status, transactionHash = null, reason = null } = transaction
  await recordContact(ctx, organizationId, 'polling_heard_at')
  if (status === 'PENDING_USER_APPROVAL') return
  const outcome = { transactionUuid: transactionUuid.toLowerCase(), status, transactionHash, reason }
  await noteOutcome(ctx, organizationId, { ...outcome, source: 'poll' })
}

/**
 * Notifies open screens of this process. Skipped if the service has its own stream, which delivers the same event.
 */
export function publish(ctx: HasLive, row: HeldRow): void {
  if (ctx.live.state(row.organization_id) === 'live') return
  const { walletAddress, digest } = parseSignedCall(row)
  ctx.live.publish(row.organization_id, {
    id: randomUUID(),
    type: LIVE_EVENT_OF_STATE[row.status],
    timestamp: row.learnt_at.toISOString(),
    data: {
      transactionUuid: row.transaction_uuid,
      walletAddress,
      status: row.status,
      digest,
      ...(row.transaction_hash !== null && { transactionHash: row.transaction_hash }),
      ...(row.reason !== null && { reason: row.reason }),
    },
  })
}

/**
 * Records a transaction held by the hosted service, with the signed call and its deadline. The service has already
 * accepted it, so a failure here is logged and does not fail the response. Repeating an execution changes nothing,
 * and an earlier report of its outcome is kept.
 */
export async function rememberHeld(
  ctx: CallsService & HasClock & HasDatabase & HasLive & HasLog & HasHostedChain,
  organization: Organization,
  { request, result }: { request: ExecuteRequest; result: ExecuteResult },
): Promise<void> {
  if (!ctx.settings.hostedUpstream || !('transactionUuid' in result)) return
  const transactionUuid = result.transactionUuid.toLowerCase()
  try {
    const { content } = await readConfig(ctx, organization)
    const { value, expiration, fee } = request
    const call = parseExecuteCall({ ...request, data: resolveCalldata(request) })
    const digest = executeDigest(content.chainId, call)
    const signed: SignedCall = { ...call, value, expiration, fee, digest }
    const now = ctx.clock.now()
    const held = {
      call: JSON.stringify(signed),
      held_at: now,
      deadline: heldDeadline(now, request.expiration),
    }
    const stored = await ctx.db
      .insertInto('bff_hosted_transaction')
      .values({
        organization_id: organization.id,
        transaction_uuid: transactionUuid,
        ...held,
        status: 'PENDING_USER_APPROVAL',
        learnt_from: 'execute',
        learnt_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'transaction_uuid'])
          .doUpdateSet(held)
          .where('bff_hosted_transaction.call', 'is', null),
      )
      .returningAll()
      .executeTakeFirst()
    if (isHeldHere(stored)) publish(ctx, stored)
  } catch (cause) {
    ctx.log.error({ event: 'held_not_remembered', transactionUuid, err: cause })
  }
}

/**
 * Deadline: 15 minutes from now or 60 s before the expiration (Unix seconds), whichever is sooner. Source: profile
 * 8.
 */
function heldDeadline(now: Date, expiration: string): Date {
  const openMs = now.getTime() + HELD_OPEN_SECONDS * 1000
  const endMs = (Number(expiration) - HELD_MARGIN_SECONDS) * 1000
  return new Date(Math.min(openMs, endMs))
}
