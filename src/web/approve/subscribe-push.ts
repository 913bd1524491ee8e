import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { callApprover } from './call-approver.ts'

/** The required parts of a service worker's registration, in the page and in the worker. */
type Registration = { pushManager: Pick<PushManager, 'subscribe' | 'getSubscription'> }

/**
 * Subscribes this browser to push messages and registers that at the service. The page must have the person's
 * permission already: without it the browser refuses.
 */
export async function subscribePush({ pushManager }: Registration): Promise<void> {
  const { publicKey } = await callApprover(APPROVER_ENDPOINTS.getPushKey)
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    await sendSubscription(await pushManager.subscribe(options))
  } catch (cause) {
    // A subscription with another key, of an earlier deployment, blocks a new one.
    const before = await pushManager.getSubscription()
    if (before === null || !(cause instanceof Error) || cause.name !== 'InvalidStateError') throw cause
    await before.unsubscribe()
    await sendSubscription(await pushManager.subscribe(options))
  }
}

/** Sends the service a subscription; again after a sign-in, because it moves to the new session. */
export async function sendSubscription(subscription: Pick<PushSubscription, 'toJSON'>): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await callApprover(APPROVER_ENDPOINTS.subscribePush, {
    body: { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } },
  })
}
