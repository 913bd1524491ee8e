import * as z from 'zod/mini'
import { addressSchema, datetimeSchema } from '#protocol/baas/fields.ts'

/*
 * Notifications of the approval app's devices: Web Push subscriptions and mutes, below `/approve/api`. Source:
 * profile 9 (ADR 0012).
 */

const ENDPOINT_LENGTH_MAX = 1_000

/** Base64url without padding, as browsers' `PushSubscription.toJSON` writes keys (RFC 8291 section 3). */
function keySchema(length: number, what: string) {
  const pattern = new RegExp(`^[A-Za-z0-9_-]{${length}}$`)
  return z.string('must be a string').check(z.regex(pattern, `must be ${what} in base64url without padding`))
}

/** `GET /push/key`: the deployment's VAPID key, 65 bytes as base64url: the browser's `applicationServerKey` (RFC 8292). */
export const pushKeySchema = z.object({ publicKey: z.string() })

/** `POST /push/subscriptions`: this browser's subscription. A repeated one moves to the present session. */
export const subscribePushSchema = z.strictObject({
  endpoint: z.string('must be a string').check(z.maxLength(ENDPOINT_LENGTH_MAX)),
  keys: z.strictObject({
    p256dh: keySchema(87, 'the 65 bytes of a public key'),
    auth: keySchema(22, 'the 16 bytes of a secret'),
  }),
})
export type SubscribePush = z.infer<typeof subscribePushSchema>

/** `POST /push/unsubscribe`: ends its messages. */
export const unsubscribePushSchema = z.strictObject({
  endpoint: z.string('must be a string').check(z.maxLength(ENDPOINT_LENGTH_MAX)),
})
export type UnsubscribePush = z.infer<typeof unsubscribePushSchema>

/** `GET /mutes`: the wallets without notifications for a while, because a transaction of theirs was reported. */
export const muteListSchema = z.array(
  z.object({ walletAddress: addressSchema, walletLabel: z.string(), untilDatetime: datetimeSchema }),
)
export type MuteList = z.infer<typeof muteListSchema>

/** `POST /mutes/end`: the wallet notifies again. */
export const endMuteSchema = z.strictObject({ walletAddress: addressSchema })
export type EndMute = z.infer<typeof endMuteSchema>
