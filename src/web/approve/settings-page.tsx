import type { ApproverSession, ApproverPasskey } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { Address } from '#web/ui/address-text.tsx'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { callApprover } from './call-approver.ts'
import { MuteNotices, NotificationsCard, endSubscription } from './notifications-card.tsx'
import { Problem, Pending, Moment } from './problem.tsx'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Rich } from '#web/ui/rich.tsx'
import { enrol, removePasskey } from './passkey-ceremony.ts'

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
export function PasskeysCard() {
  const [passkeys, setPasskeys] = useState<readonly ApproverPasskey[]>()
  const [unread, setUnread] = useState<unknown>()
  const [done, setDone] = useState('')
  const { isBusy, problem, run } = useStep()
  const read = useCallback(() => {
    setUnread(undefined)
    callApprover(APPROVER_ENDPOINTS.listPasskeys).then(setPasskeys, setUnread)
  }, [])
  useEffect(read, [read])
  const add = async () => {
    setDone('')
    await enrol(undefined)
    setDone(t('Added: it can approve from now on.'))
    read()
  }
  const remove = async (id: string) => {
    setDone('')
    setPasskeys(await removePasskey(id))
    setDone(t('Removed, and your other browsers are signed out. Delete it on its device too.'))
  }
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('Approval passkeys')}</h2>
      <Pending value={passkeys} problem={unread} retry={read} />
      {passkeys?.map((passkey) => (
        <div key={passkey.id} class="row">
          <Facts passkey={passkey} />
          {passkeys.length > 1 && (
            <RemoveButton passkey={passkey} isBusy={isBusy} remove={() => run(() => remove(passkey.id))} />
          )}
        </div>
      ))}
      <p>
        {t(
          'To approve on another phone or with a security key as well, add a passkey for it here: your browser asks where to store it. Then open this page there and sign in.',
        )}
      </p>
      <p class="hint">
        {t(
          'For wallets that are protected on the blockchain, only the passkey that signs there can approve.',
        )}
      </p>
      <Problem problem={problem} />
      <button type="button" disabled={isBusy} onClick={() => run(add)}>
        {isBusy ? t('Waiting for your device…') : t('Add a passkey')}
      </button>
      <p class="hint" role="status">
        {done}
      </p>
    </section>
  )
}

type RemoveProps = { passkey: ApproverPasskey; isBusy: boolean; remove: () => void }

/** The passkey that signs on the blockchain is removed at the second press: without it, wallets cannot be approved for. */
function RemoveButton({ passkey, isBusy, remove }: RemoveProps) {
  const [isWarned, setWarned] = useState(false)
  const warns = passkey.coSigner !== undefined && !isWarned
  return (
    <>
      {isWarned && (
        <p class="notice danger" role="alert">
          {t(
            'If a wallet is protected on the blockchain by this passkey, you cannot approve for it any more. Remove the co-signer first, where you use the wallet.',
          )}
        </p>
      )}
      <button
        type="button"
        class="quiet danger"
        disabled={isBusy}
        onClick={warns ? () => setWarned(true) : remove}
      >
        {isWarned ? t('Remove it all the same') : t('Remove')}
      </button>
    </>
  )
}

function Facts({ passkey }: { passkey: ApproverPasskey }) {
  return (
    <span>
      <Rich text="Added {added}" parts={{ added: <Moment at={passkey.createdAtDatetime} /> }} />{' '}
      <span class="badge">{passkey.synced ? t('Synced') : t('On one device')}</span>{' '}
      {passkey.coSigner !== undefined && (
        <Rich
          text="Signs on the blockchain as {address}. Compare this address when you protect a wallet."
          parts={{ address: <Address address={passkey.coSigner} /> }}
        />
      )}
      <small>
        <Rich text="Last used {used}" parts={{ used: <Moment at={passkey.lastUsedAtDatetime} /> }} />
      </small>
    </span>
  )
}
