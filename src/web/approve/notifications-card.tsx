import { t } from '#web/ui/text.ts'
import { Problem } from './problem.tsx'
import { useNotifications, type NotificationState } from './use-notifications.ts'

/** `inbox`: only while there is a decision or an undo. */
type CardProps = { page: 'inbox' | 'settings'; email: string }

/** Offers notifications on this device, explains why they do not arrive, and how to turn them off. */
export function NotificationsCard({ page, email }: CardProps) {
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
      'This device can tell you at once when something waits. A notification shows no amount, no address and no name, and nothing can be approved from it. Mail comes either way.',
    ),
    on: t('On: this device tells you when something waits.'),
    blocked: t(
      'Blocked: this browser does not let the app show notifications. To undo that, open the settings of this site beside the address bar, or of the app in your device’s settings, allow notifications, and come back. Until then mail tells you.',
    ),
    'install-first': t(
      'On this device notifications come to installed apps only: open the share menu, choose “Add to Home Screen”, and open Approvals from there. Until then mail tells you.',
    ),
    unsupported: t('This browser shows no notifications for this app. Mail tells you.'),
  }
  return <p>{texts[state]}</p>
}
