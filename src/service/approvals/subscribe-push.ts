import { ECDH, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fieldError } from '#server-kit/http/validate.ts'
import type { HasDatabase, HasSandboxFlag } from '#service/context-parts.ts'
import { targetUrlProblem } from '#service/http/safe-fetch.ts'
import type { ApproverOperation } from './approver-operation.ts'
import type { Approver } from './sessions.ts'

/** Maximum number of subscribed devices per person. With a further device, the oldest one is removed. */
const SUBSCRIPTIONS_MAX = 10

/**
 * `POST /approve/api/push/subscriptions`: subscribes this browser to notifications. A browser has one subscription
 * for one person, so a person who used it before gets no more notifications there (ADR 0012).
 *
 * @throws VALIDATION_FAILED for an endpoint URL that the service may not call, and for a key that is not a point of
 * P-256
 */
export const subscribePush: ApproverOperation<'subscribePush', HasDatabase & HasSandboxFlag> = async (
  ctx,
  approver,
  { body },
) => {
  const { endpoint, keys } = body
  const problem = targetUrlProblem(endpoint, ctx.settings)
  if (problem !== undefined) throw fieldError('endpoint', problem)
  if (!isPoint(keys.p256dh)) throw fieldError('keys.p256dh', 'must be a point of the curve P-256')
  const mine = { approver_id: approver.id, session_hash: approver.sessionHash, ...keys }
  await ctx.db.transaction().execute(async (trx) => {
    // Deletes another person's subscription of this browser, and its queued messages with it.
    await trx
      .deleteFrom('approver_push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('approver_id', '<>', approver.id)
      .execute()
    await trx
      .insertInto('approver_push_subscriptions')
      .values({ id: randomUUID(), endpoint, ...mine })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...mine, failures: 0 }))
      .execute()
    await sql`
      delete from approver_push_subscriptions where id in (
        select id from approver_push_subscriptions where approver_id = ${approver.id}::uuid
        order by created_at desc, id offset ${SUBSCRIPTIONS_MAX})`.execute(trx)
  })
  return { success: true }
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

/**
 * `POST /approve/api/push/unsubscribe`: the response is the same whether or not there was such a subscription
 * (ADR 0012).
 */
export const unsubscribePush: ApproverOperation<'unsubscribePush', HasDatabase> = async (
  ctx,
  approver,
  { body },
) => {
  await ctx.db
    .deleteFrom('approver_push_subscriptions')
    .where('endpoint', '=', body.endpoint)
    .where('approver_id', '=', approver.id)
    .execute()
  return { success: true }
}

/** Moves the browser's push messages to its new session, after the person signed in again or added a passkey. */
export async function moveSubscriptions(
  ctx: HasDatabase,
  before: Pick<Approver, 'sessionHash'>,
  after: Pick<Approver, 'sessionHash'>,
): Promise<void> {
  await ctx.db
    .updateTable('approver_push_subscriptions')
    .set({ session_hash: after.sessionHash })
    .where('session_hash', '=', before.sessionHash)
    .execute()
}
