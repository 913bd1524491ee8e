import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { storedText } from '#web/ui/stored.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { storeNoticeTexts } from './notice-texts.ts'
import { Problem } from './problem.tsx'
import { findWorker } from './register-worker.ts'
import { sendSubscription, subscribePush } from './subscribe-push.ts'

/** `inbox` shows the card only while there is something to decide or to undo. */
type CardProps = { page: 'inbox' | 'settings'; email: string }

/** Offers notifications on this device, explains why they do not arrive, and turns them off. */
export function NotificationsCard({ page, email }: CardProps): VNode | null {
  const { state, isBusy, problem, turnOn, turnOff } = useNotifications(email)
  if (state === 'reading') return null
  if (page === 'inbox' && state !== 'off' && problem === undefined) return null
  return (
    <section class="card" aria-labelledby="notifications">
      <h2 id="notifications">{t('Notifications on this device')}</h2>
      <Explanation state={state} />
      <Problem problem={problem} />
      {state === 'off' && (
        <button type="button" disabled={isBusy} onClick={turnOn}>
          {isBusy ? t('Turning on…') : t('Turn on notifications')}
        </button>
      )}
      {state === 'on' && (
        <button type="button" disabled={isBusy} onClick={turnOff}>
          {isBusy ? t('Turning off…') : t('Turn off notifications')}
        </button>
      )}
    </section>
  )
}

function Explanation({ state }: { state: Exclude<NotificationState, 'reading'> }) {
  const texts = {
    off: t(
      'Get notified on this device when a request arrives. A notification shows no amount, address or name, and nothing can be approved from it. You get mail either way.',
    ),
    on: t('On: this device notifies you when a request arrives.'),
    blocked: t(
      'Blocked: this browser does not allow notifications from this app. To change that, open the settings of this site next to the address bar, or of the app in your device’s settings, and allow notifications. Until then you are notified by mail.',
    ),
    'install-first': t(
      'On this device only installed apps get notifications: open the share menu, choose “Add to Home Screen”, and open Approvals from there. Until then you are notified by mail.',
    ),
    unsupported: t('This browser does not support notifications for this app. You are notified by mail.'),
  }
  return <p>{texts[state]}</p>
}

/**
 * Whether this browser shows notifications.
 * `install-first`: only once the app is on the home screen (iOS).
 * `blocked`: denied by the person or the device. A page cannot ask again.
 */
type NotificationState = 'reading' | 'unsupported' | 'install-first' | 'off' | 'blocked' | 'on'

function useNotifications(email: string) {
  const [state, setState] = useState<NotificationState>('reading')
  const { run, ...step } = useStep()
  useEffect(() => {
    // If the state cannot be read, the card is hidden, because it is not essential.
    readState(email).then(setState, () => setState('unsupported'))
  }, [email])
  return {
    state,
    ...step,
    /** Asks for permission. Only called on a click. */
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
  if (owner.read() !== email) {
    // Another user turned notifications on in this browser.
    await subscription.unsubscribe()
    return 'off'
  }
  await sendSubscription(subscription)
  return 'on'
}

/** The user who turned notifications on in this browser. */
const owner = storedText('latchkey-approvals-notifies')

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
    owner.write(email)
    await storeNoticeTexts()
    return 'on'
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ReadableError(
      t(
        'This browser could not set up notifications. Try again later, or use another browser. You are still notified by mail.',
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

/**
 * Stops push messages to this browser after sign-out. The service has deleted the subscription with the
 * session.
 */
export async function endSubscription(): Promise<void> {
  const subscription = await ownSubscription()
  await subscription?.unsubscribe()
}

/** Removes notices of a displayed transaction from the device's notification list. */
export async function closeNotices(transactionUuid: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const notices = await (await findWorker())?.getNotifications({ tag: transactionUuid })
  for (const notice of notices ?? []) notice.close()
}
