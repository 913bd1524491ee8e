import webPush from 'web-push'
import { pushMessageText, type PushMessage } from '#protocol/org/push-message.ts'
import type { Context } from '#service/context.ts'
import type { PushKeys } from './push-keys.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** `ttlSeconds`: for how long the push service keeps it for a device that is away. */
export type PushOptions = { keys: PushKeys; message: PushMessage; ttlSeconds: number }

type PushRequest = { headers: Record<string, string>; body: Uint8Array }

/**
 * A push message as HTTP: encrypted for the browser alone (RFC 8291) and signed by the deployment (RFC 8292). A later
 * one about the same transaction replaces one that was not delivered yet (`Topic`, RFC 8030 section 5.4).
 */
export function pushRequest(
  ctx: Pick<Context, 'settings'>,
  target: PushTarget,
  { keys, message, ttlSeconds }: PushOptions,
): PushRequest {
  const { endpoint, p256dh, auth } = target
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    pushMessageText(message),
    {
      vapidDetails: { subject: contactOf(ctx), ...keys },
      TTL: ttlSeconds,
      urgency: 'high',
      topic: message.transactionUuid.replaceAll('-', ''),
    },
  )
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)])
  return { headers: Object.fromEntries(headers), body: details.body }
}

/** Whom a push service may tell of trouble: the deployment's own place, where it has one that others can reach. */
function contactOf({ settings }: Pick<Context, 'settings'>): string {
  return settings.publicUrl.startsWith('https:') ? settings.publicUrl : 'mailto:sandbox@localhost.invalid'
}
