import webPush from 'web-push'
import { readNotice, pushMessageText, type PushMessage } from '#protocol/push-message.ts'
import { openSecret, sealSecret, type SecretContext } from '#server-kit/secrets/secret-box.ts'
import type { HasDatabase, HasPublicUrl, HasSecretKeys } from '#service/context-parts.ts'

/** Base64url without padding, as `web-push` creates and accepts them. */
export type PushKeys = { publicKey: string; privateKey: string }

const ONLY_ROW = 1
/**
 * The keys belong to the deployment and not to an organization, because a browser can subscribe with only one
 * key.
 */
export const PUSH_KEYS_CONTEXT: SecretContext = { owner: 'deployment', column: 'push_keys.private_key_box' }

/**
 * Returns the deployment's VAPID keys. The first process that needs them creates them, and they never change:
 * push services would reject messages to the existing subscriptions with other keys (RFC 8292).
 */
export async function pushKeys(ctx: HasDatabase & HasSecretKeys): Promise<PushKeys> {
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
 * Returns a push message as an HTTP request, encrypted for the browser (RFC 8291) and signed by the
 * deployment (RFC 8292). An undelivered push message is replaced by a later one about the same transaction or
 * message (`Topic`, RFC 8030 section 5.4). `ttlSeconds`: how long the push service stores it for an offline
 * device.
 */
export function pushRequest(
  ctx: HasPublicUrl,
  target: PushTarget,
  { keys, message, ttlSeconds }: { keys: PushKeys; message: PushMessage; ttlSeconds: number },
): { headers: { [k: string]: string }; body: Buffer } {
  const { endpoint, p256dh, auth } = target
  const { publicUrl } = ctx.settings
  // Contact for push services: the deployment's own address, if others can reach it.
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
