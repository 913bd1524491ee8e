import { useState } from 'preact/hooks'
import type { ApproverSession } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { callApprover } from './call-approver.ts'
import { MuteNotices } from './mute-notices.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { enrol } from './passkey-ceremony.ts'
import { Problem } from './problem.tsx'
import { endSubscription } from './use-notifications.ts'

type SettingsProps = {
  session: Extract<ApproverSession, { signedIn: true }>
  signedOut: (session: ApproverSession) => void
}

/** This device's notifications, the passkeys that decide, and signing out. */
export function SettingsPage({ session, signedOut }: SettingsProps) {
  return (
    <>
      <h1>{t('Settings')}</h1>
      <p class="muted">
        {t('Signed in as {email} for {organization}.', {
          email: session.email,
          organization: session.organizationName,
        })}
      </p>
      <MuteNotices />
      <div class="stack">
        <NotificationsCard page="settings" email={session.email} />
        <PasskeysCard />
        <SignOutCard signedOut={signedOut} />
      </div>
    </>
  )
}

function SignOutCard({ signedOut }: Pick<SettingsProps, 'signedOut'>) {
  const { problem, run } = useStep()
  const signOut = async () => {
    const session = await callApprover(APPROVER_ENDPOINTS.signOut)
    // The service has forgotten this browser with the session; should the browser keep its half, nothing comes.
    endSubscription().catch(() => {})
    signedOut(session)
  }
  return (
    <section class="card" aria-labelledby="leave">
      <h2 id="leave">{t('This browser')}</h2>
      <p>{t('Signing out ends notifications here too. Your approval passkey stays on your device.')}</p>
      <Problem problem={problem} />
      <button type="button" onClick={() => run(signOut)}>
        {t('Sign out')}
      </button>
    </section>
  )
}

/** A second passkey requires a session of the first: access to a mailbox alone adds no passkey (ADR 0011). */
function PasskeysCard() {
  const [added, setAdded] = useState(false)
  const { isBusy, problem, run } = useStep()
  const add = async () => {
    setAdded(false)
    await enrol(undefined)
    setAdded(true)
  }
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('Another device')}</h2>
      <p>
        {t(
          'To approve on another phone or with a security key too, add a passkey for it here: your browser asks where to keep it. Then open this page there and sign in.',
        )}
      </p>
      <Problem problem={problem} />
      <button type="button" disabled={isBusy} onClick={() => run(add)}>
        {isBusy ? t('Waiting for your device…') : t('Add a passkey')}
      </button>
      <p class="hint" role="status">
        {added && t('Added: it can approve from now on.')}
      </p>
    </section>
  )
}
