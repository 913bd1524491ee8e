import type { VNode } from 'preact'
import type { ApproverSession } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { MuteNotices } from './mute-notices.tsx'
import { NotificationsCard, endSubscription } from './notifications-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { Problem } from './problem.tsx'

type SettingsProps = {
  session: Extract<ApproverSession, { signedIn: true }>
  signedOut: (session: ApproverSession) => void
}

/** This device's notifications, the passkeys that decide, and the sign-out button. */
export function SettingsPage({ session, signedOut }: SettingsProps): VNode {
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
    // The service has deleted the subscription with the session. If this call fails, the browser keeps its
    // subscription but receives no messages.
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
