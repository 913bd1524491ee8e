import { sql, type Selectable } from 'kysely'
import type { Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { PushMessage } from '#protocol/push-message.ts'
import type {
  HasDatabase,
  HasLog,
  HasPublicUrl,
  HasSandboxFlag,
  HasSecretKeys,
} from '#service/context-parts.ts'
import { findRow, requireRow } from '#service/db/find-row.ts'
import { safeFetch, TargetError } from '#service/http/safe-fetch.ts'
import { isMessageOpen, selectMessages } from './held-messages.ts'
import { isWaiting } from './held-transactions.ts'
import { isWorthRetrying, PAUSE_SECONDS_MAX } from './notice-retries.ts'
import type { ApprovalTables } from './tables.ts'
import { giveUp, noteSent, takeDue, tryLater } from './take-due-notices.ts'
import { pushKeys, type PushKeys, pushRequest, type PushTarget } from './web-push.ts'

type DuePush = PushTarget &
  Pick<Selectable<ApprovalTables['approver_pushes']>, 'id' | 'subscription_id' | 'attempts'> &
  Pick<Selectable<ApprovalTables['approver_pushes']>, 'transaction_id' | 'message_id'> & {
    authority_change_id: string | null
    executed_digest: Hex | null
  }

const QUEUE = 'approver_pushes'
const DUE = { max: 20, leaseSeconds: 30 }
const TIMEOUT_MS = 8_000
const ATTEMPTS_MAX = 6
const RETRY = { seconds: 3, secondsMax: PAUSE_SECONDS_MAX }
/** Number of consecutive failed messages after which a device is forgotten. */
const FAILURES_MAX = 5

/**
 * Sends due push messages at least once, from whichever process takes them first. Returns whether there may
 * be more. A rejected message is retried after 3 s, 6 s, 12 s and so on while its subject is pending.
 */
export async function sendDuePushes(
  ctx: HasDatabase & HasLog & HasPublicUrl & HasSandboxFlag & HasSecretKeys,
): Promise<boolean> {
  const { rows: due } = await sql<DuePush>`
    with due as (${takeDue(QUEUE, DUE)})
    select due.id, due.subscription_id, due.transaction_id, due.message_id, due.executed_digest,
      due.authority_change_id, due.attempts, endpoint, p256dh, auth
    from due join approver_push_subscriptions as subscription on subscription.id = due.subscription_id`.execute(
    ctx.db,
  )
  if (due.length === 0) return false
  const keys = await pushKeys(ctx)
  await Promise.all(due.map((push) => sendOne(ctx, keys, push)))
  return due.length === DUE.max
}

async function sendOne(
  ctx: HasDatabase & HasLog & HasPublicUrl & HasSandboxFlag,
  keys: PushKeys,
  due: DuePush,
): Promise<void> {
  try {
    const ttlSeconds = await secondsLeft(ctx, due)
    if (ttlSeconds === undefined) return await giveUp(ctx, QUEUE, due)
    const outcome = await deliver(ctx, keys, due, ttlSeconds)
    if (outcome === 'delivered') return await noteDelivered(ctx, due)
    // The endpoint gives access to the device, so only the id of the push message is logged.
    ctx.log.warn({ push: due.id, outcome }, 'a push message was not accepted')
    await noteFailure(ctx, due, outcome)
  } catch (error) {
    ctx.log.warn({ err: error, push: due.id }, 'a push message could not be sent; trying again')
  }
}

/** Result of an attempt: `expired` and `refused` are final, `later` may be retried. */
type PushOutcome = 'delivered' | 'expired' | 'refused' | 'later'

async function deliver(
  ctx: HasDatabase & HasPublicUrl & HasSandboxFlag,
  keys: PushKeys,
  due: DuePush,
  ttlSeconds: number,
): Promise<PushOutcome> {
  const message = await messageFor(ctx, due)
  const request = await pushRequest(ctx, due, { keys, message, ttlSeconds })
  const { sandbox } = ctx.settings
  try {
    const call = { ...request, method: 'POST', timeoutMs: TIMEOUT_MS, sandbox } as const
    return readOutcome((await safeFetch(due.endpoint, call)).status)
  } catch (error) {
    if (!(error instanceof TargetError)) throw error
    return error.problem === 'url' || error.problem === 'address' ? 'refused' : 'later'
  }
}

async function messageFor({ db }: HasDatabase, due: DuePush): Promise<PushMessage> {
  const { transaction_id: transactionUuid, message_id: messageUuid, executed_digest: digest } = due
  if (due.authority_change_id !== null) {
    const change = { id: due.authority_change_id }
    const { wallet_address: wallet, kind } = await requireRow(
      db,
      'authority_changes',
      ['wallet_address', 'kind'],
      change,
    )
    return { walletAddress: checksumAddress(wallet), change: kind }
  }
  if (digest !== null) {
    const executed = await findRow(db, 'transactions', ['id'], { digest })
    return executed === undefined
      ? { executedDigest: digest }
      : { transactionUuid: executed.id, executed: true }
  }
  return transactionUuid === null ? { messageUuid: messageUuid ?? '' } : { transactionUuid }
}

/** Source: RFC 8030 sections 5 and 7.3. */
function readOutcome(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 404 || status === 410) return 'expired'
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused'
}

/** Time for which a push service stores a notice of a loss or a danger for an offline device, in seconds. */
const EXECUTED_TTL_SECONDS = 7 * 86_400

/** Returns the seconds until the push message's subject expires, or undefined if the subject is no longer pending. */
async function secondsLeft(ctx: HasDatabase, due: DuePush): Promise<number | undefined> {
  if (due.executed_digest !== null || due.authority_change_id !== null) return EXECUTED_TTL_SECONDS
  if (due.message_id !== null) {
    const message = selectMessages(ctx).where('held.id', '=', due.message_id).where(isMessageOpen)
    return (await message.executeTakeFirst())?.seconds_left
  }
  const row = await ctx.db
    .selectFrom('held_transactions as held')
    .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
    .select(sql<number>`ceil(extract(epoch from held.deadline - service_now()))::integer`.as('seconds'))
    .where('held.transaction_id', '=', due.transaction_id)
    .where(isWaiting)
    .executeTakeFirst()
  return row?.seconds
}

async function noteDelivered(ctx: HasDatabase, due: DuePush): Promise<void> {
  await noteSent(ctx, QUEUE, due)
  await ctx.db
    .updateTable('approver_push_subscriptions')
    .set({ failures: 0 })
    .where('id', '=', due.subscription_id)
    .where('failures', '>', 0)
    .execute()
}

async function noteFailure(ctx: HasDatabase, due: DuePush, outcome: Exclude<PushOutcome, 'delivered'>) {
  if (outcome === 'expired') return forget(ctx, due)
  if (outcome === 'later' && (await isWorthRetrying(ctx, due, ATTEMPTS_MAX)))
    return tryLater(ctx, QUEUE, due, RETRY)
  await giveUp(ctx, QUEUE, due)
  const { failures } = await ctx.db
    .updateTable('approver_push_subscriptions')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('id', '=', due.subscription_id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (failures >= FAILURES_MAX) await forget(ctx, due)
}

/** Deletes a device that no longer exists, with its queued messages. */
async function forget(ctx: HasDatabase, due: DuePush): Promise<void> {
  await ctx.db.deleteFrom('approver_push_subscriptions').where('id', '=', due.subscription_id).execute()
}
