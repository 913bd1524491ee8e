import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { HELD_MARGIN_SECONDS, HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeCallOf, executeDigest } from '#protocol/signing/execute-digest.ts'
import type { ExecuteRequest, ExecuteResult } from '#protocol/transactions.ts'
import { requestFields } from '#server-kit/http/request-scope.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { publish } from './note-outcome.ts'
import { isHeldHere, type SignedCall } from './tables.ts'

/**
 * Records a transaction held by the hosted service, with the signed call and its deadline. The service has accepted
 * it already, so failures here are logged and do not fail the answer. Repeated execution is the same record, and an
 * earlier report of its outcome stays.
 */
export async function rememberHeld(
  ctx: BffContext,
  organization: Organization,
  { request, result }: { request: ExecuteRequest; result: ExecuteResult },
): Promise<void> {
  if (!ctx.settings.hostedUpstream || !('transactionUuid' in result)) return
  const transactionUuid = result.transactionUuid.toLowerCase()
  try {
    const { content } = await callUpstream(ctx, organization, { endpoint: BAAS_ENDPOINTS.getConfig })
    const now = ctx.clock.now()
    const held = {
      call: JSON.stringify(signedCall(request, content.chainId)),
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
    ctx.log.error({ event: 'held_not_remembered', transactionUuid, ...requestFields(), err: cause })
  }
}

function signedCall(request: ExecuteRequest, chainId: number): SignedCall {
  const { value, expiration, fee } = request
  const call = executeCallOf({ ...request, data: resolveCalldata(request) })
  return { ...call, value, expiration, fee, digest: executeDigest(chainId, call) }
}

/** 15 minutes from now or 60 s before the expiration (Unix seconds), whichever is sooner. Source: profile 8. */
function heldDeadline(now: Date, expiration: string): Date {
  const openMs = now.getTime() + HELD_OPEN_SECONDS * 1000
  const endMs = (Number(expiration) - HELD_MARGIN_SECONDS) * 1000
  return new Date(Math.min(openMs, endMs))
}
