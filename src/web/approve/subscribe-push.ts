import { APPROVER_ENDPOINTS } from '#protocol/org/approver-endpoints.ts'
import { callApprover } from './call-approver.ts'

/** The parts of a service worker's registration that are needed here, in the page and in the worker alike. */
type Registration = { pushManager: Pick<PushManager, 'subscribe' | 'getSubscription'> }

/**
 * Subscribes this browser to push messages and tells the service. The page must have the person's permission
 * already: without it the browser refuses.
 */
export async function subscribePush({ pushManager }: Registration): Promise<void> {
  const { publicKey } = await callApprover(APPROVER_ENDPOINTS.getPushKey)
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    await tellSubscription(await pushManager.subscribe(options))
  } catch (cause) {
    // One made with another key, by a deployment that was here before, is in the way.
    const before = await pushManager.getSubscription()
    if (before === null || !(cause instanceof Error) || cause.name !== 'InvalidStateError') throw cause
    await before.unsubscribe()
    await tellSubscription(await pushManager.subscribe(options))
  }
}

/** Tells the service of a subscription; again after a sign-in, because it becomes the new session's. */
export async function tellSubscription(subscription: Pick<PushSubscription, 'toJSON'>): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await callApprover(APPROVER_ENDPOINTS.subscribePush, {
    body: { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } },
  })
}
