import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { callApprover } from '#web/ui/call-approver.ts'

/** The required parts of a service worker's registration, in the page and in the worker. */
type Registration = { pushManager: Pick<PushManager, 'subscribe' | 'getSubscription'> }

/**
 * Subscribes this browser to push messages and registers the subscription with the service. The person must
 * have given permission before, or the browser refuses.
 */
export async function subscribePush({ pushManager }: Registration): Promise<void> {
  const { publicKey } = await callApprover(APPROVER_ENDPOINTS.getPushKey)
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    await sendSubscription(await pushManager.subscribe(options))
  } catch (cause) {
    // A subscription with another key, from an earlier deployment, blocks a new one.
    const before = await pushManager.getSubscription()
    if (before === null || !(cause instanceof Error) || cause.name !== 'InvalidStateError') throw cause
    await before.unsubscribe()
    await sendSubscription(await pushManager.subscribe(options))
  }
}

/**
 * Sends a subscription to the service. Called again after a sign-in, because the subscription belongs to the
 * session.
 */
export async function sendSubscription(subscription: Pick<PushSubscription, 'toJSON'>): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await callApprover(APPROVER_ENDPOINTS.subscribePush, {
    body: { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } },
  })
}
