import webPush from 'web-push'
import type { Context } from '#service/context.ts'
import { openSecret, sealSecret, type SecretContext } from '#server-kit/secrets/secret-box.ts'
import { readNotice, pushMessageText, type PushMessage } from '#protocol/push-message.ts'
import { ECDH, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { targetUrlProblem } from '#service/http/safe-fetch.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import type { ApproverOperation } from './approver-operation.ts'
import type { Approver } from './sessions.ts'

/** Base64url without padding, as `web-push` makes and takes them. */
export type PushKeys = { publicKey: string; privateKey: string }

const ONLY_ROW = 1
/** The keys belong to the deployment, not to an organization: a browser subscribes with one key. */
export const PUSH_KEYS_CONTEXT: SecretContext = { owner: 'deployment', column: 'push_keys.private_key_box' }

/**
 * The deployment's VAPID keys, made by the first process that asks and the same for ever: with others no push
 * service would take messages for the subscriptions there are (RFC 8292).
 */
export async function pushKeys(ctx: Pick<Context, 'db' | 'settings'>): Promise<PushKeys> {
  const { secretKeys } = ctx.settings
  const select = ctx.db.selectFrom('push_keys').select(['public_key', 'private_key_box'])
  let row = await select.executeTakeFirst()
  if (row === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const box = sealSecret(secretKeys, PUSH_KEYS_CONTEXT, privateKey)
    await ctx.db
      .insertInto('push_keys')
      .values({ id: ONLY_ROW, public_key: publicKey, private_key_box: box })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Another process may have been faster.
    row = await select.executeTakeFirstOrThrow()
  }
  return {
    publicKey: row.public_key,
    privateKey: openSecret(secretKeys, PUSH_KEYS_CONTEXT, row.private_key_box),
  }
}

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/**
 * A push message as HTTP: encrypted for the browser alone (RFC 8291) and signed by the deployment (RFC 8292). A later
 * one about the same transaction or message replaces one that was not delivered yet (`Topic`, RFC 8030 section 5.4). `ttlSeconds`: for
 * how long the push service keeps it for a device that is away.
 */
export function pushRequest(
  ctx: Pick<Context, 'settings'>,
  target: PushTarget,
  { keys, message, ttlSeconds }: { keys: PushKeys; message: PushMessage; ttlSeconds: number },
) {
  const { endpoint, p256dh, auth } = target
  const { publicUrl } = ctx.settings
  // Contact for push services in case of trouble: the deployment's own address, if others can reach it.
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:sandbox@localhost.invalid'
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    pushMessageText(message),
    {
      vapidDetails: { subject, ...keys },
      TTL: ttlSeconds,
      urgency: 'high',
      topic: readNotice(message).uuid.replaceAll('-', ''),
    },
  )
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)] as const)
  return { headers: Object.fromEntries(headers), body: details.body }
}

/** More devices than one person uses; the oldest is removed. */
const SUBSCRIPTIONS_MAX = 10

/**
 * `POST /approve/api/push/subscriptions`: notifies this browser too from now on. One browser is one subscription and one
 * person's: its earlier subscriber gets nothing there any more (ADR 0012).
 *
 * @throws VALIDATION_FAILED for an address that may not be called, and for a key that is no point of P-256
 */
export const subscribePush: ApproverOperation<'subscribePush'> = async (ctx, approver, { body }) => {
  const { endpoint, keys } = body
  const problem = targetUrlProblem(endpoint, ctx.settings)
  if (problem !== undefined) throw fieldError('endpoint', problem)
  if (!isPoint(keys.p256dh)) throw fieldError('keys.p256dh', 'must be a point of the curve P-256')
  const mine = { approver_id: approver.id, session_hash: approver.sessionHash, ...keys }
  await ctx.db.transaction().execute(async (trx) => {
    // Deletes its queued messages too: they are not for this person.
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
 * `POST /approve/api/push/unsubscribe`: the answer is the same whether or not there was such a subscription
 * (ADR 0012).
 */
export const unsubscribePush: ApproverOperation<'unsubscribePush'> = async (ctx, approver, { body }) => {
  await ctx.db
    .deleteFrom('approver_push_subscriptions')
    .where('endpoint', '=', body.endpoint)
    .where('approver_id', '=', approver.id)
    .execute()
  return { success: true }
}

/** The browser's push messages belong to its new session: the person signed in again, or added a passkey. */
export async function moveSubscriptions(
  ctx: Pick<Context, 'db'>,
  before: Pick<Approver, 'sessionHash'>,
  after: Pick<Approver, 'sessionHash'>,
): Promise<void> {
  await ctx.db
    .updateTable('approver_push_subscriptions')
    .set({ session_hash: after.sessionHash })
    .where('session_hash', '=', before.sessionHash)
    .execute()
}
