import { useEffect, useState } from 'preact/hooks'
import { APPROVER_ENDPOINTS } from '#protocol/org/approver-endpoints.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { store, stored } from '#web/ui/stored.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { callApprover } from './call-approver.ts'
import { keepNoticeTexts } from './notice-texts.ts'
import { findWorker } from './register-worker.ts'
import { subscribePush, tellSubscription } from './subscribe-push.ts'

/**
 * Whether this browser shows notifications. `install-first`: only once the app is on the home screen (iOS).
 * `blocked`: the person, or the device, has forbidden them, and no page can ask again.
 */
export type NotificationState = 'reading' | 'unsupported' | 'install-first' | 'off' | 'blocked' | 'on'

export type Notifications = {
  state: NotificationState
  isBusy: boolean
  problem: unknown
  /** Asks for permission: only ever upon a click. */
  turnOn: () => void
  turnOff: () => void
}

/** @param email Who is signed in. */
export function useNotifications(email: string): Notifications {
  const [state, setState] = useState<NotificationState>('reading')
  const { run, ...step } = useStep()
  useEffect(() => {
    // Without an answer the card stays away: it is no part of what a person came for.
    readState(email).then(setState, () => setState('unsupported'))
  }, [email])
  return {
    state,
    ...step,
    turnOn: () => run(async () => setState(await turnOn(email))),
    turnOff: () => run(async () => setState(await turnOff())),
  }
}

async function readState(email: string): Promise<NotificationState> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis)) {
    const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
    return isApple ? 'install-first' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await ownSubscription()
  if (subscription === undefined || subscription === null) return 'off'
  if (stored(OWNER) !== email) {
    // Somebody else turned them on in this browser: this person has not.
    await subscription.unsubscribe()
    return 'off'
  }
  await tellSubscription(subscription)
  return 'on'
}

/** Who turned notifications on in this browser. */
const OWNER = 'latchkey-approvals-notifies'

async function ownSubscription() {
  if (!('serviceWorker' in navigator)) return undefined
  return (await findWorker())?.pushManager.getSubscription()
}

async function turnOn(email: string): Promise<NotificationState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const worker = await findWorker()
  try {
    if (worker === undefined) throw new Error('there is no worker')
    await subscribePush(worker)
    store(OWNER, email)
    await keepNoticeTexts()
    return 'on'
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ReadableError(
      t(
        'This browser could not set notifications up. Try again later, or use another browser: mail still tells you.',
      ),
      { cause },
    )
  }
}

async function turnOff(): Promise<NotificationState> {
  const subscription = await ownSubscription()
  if (subscription === undefined || subscription === null) return 'off'
  await callApprover(APPROVER_ENDPOINTS.unsubscribePush, { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
  return 'off'
}

/** After signing out this browser hears nothing more; the service has forgotten it with the session. */
export async function endSubscription(): Promise<void> {
  const subscription = await ownSubscription()
  await subscription?.unsubscribe()
}

/** Takes what is on the screen anyway out of the device's list of notices. */
export async function closeNotices(transactionUuid: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const notices = await (await findWorker())?.getNotifications({ tag: transactionUuid })
  for (const notice of notices ?? []) notice.close()
}
