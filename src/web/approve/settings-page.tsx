import { useState } from 'preact/hooks'
import type { ApproverSession } from '#protocol/org/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/org/approver-endpoints.ts'
import { t } from '#web/ui/text.ts'
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
      <p class="lede">
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
  const [problem, setProblem] = useState<unknown>()
  const signOut = async () => {
    try {
      const session = await callApprover(APPROVER_ENDPOINTS.signOut)
      // The service deleted the subscription with the session; if the browser's half remains, nothing arrives.
      endSubscription().catch(() => {})
      signedOut(session)
    } catch (thrown) {
      setProblem(thrown)
    }
  }
  return (
    <section class="card" aria-labelledby="leave">
      <h2 id="leave">{t('This browser')}</h2>
      <p>{t('Signing out ends notifications here too. Your approval passkey stays on your device.')}</p>
      <Problem problem={problem} />
      <button type="button" onClick={() => void signOut()}>
        {t('Sign out')}
      </button>
    </section>
  )
}

/** A second passkey requires a session of the first: access to a mailbox alone adds no passkey (ADR 0011). */
function PasskeysCard() {
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const add = async () => {
    setBusy(true)
    setAdded(false)
    setProblem(undefined)
    try {
      await enrol(undefined)
      setAdded(true)
    } catch (thrown) {
      setProblem(thrown)
    } finally {
      setBusy(false)
    }
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
      <button type="button" disabled={busy} onClick={() => void add()}>
        {busy ? t('Waiting for your device…') : t('Add a passkey')}
      </button>
      <p class="hint" role="status">
        {added && t('Added: it can approve from now on.')}
      </p>
    </section>
  )
}
