import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { ApproverSession, Brand } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { APPROVER_INVITATION_SECONDS } from '#protocol/limits.ts'
import { signIn } from '#web/ui/approval-ceremonies.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { BrandMark } from './names.tsx'
import { enrol } from './passkey-ceremony.ts'
import { Pending, Problem } from './problem.tsx'
import { hrefs } from './route.ts'

type SignedInProps = { signedIn: (session: ApproverSession) => void }
type EnrolProps = SignedInProps & { invitation: string; session: ApproverSession }

/**
 * Page of the mailed link. Creates the approval passkey, or explains why the link is invalid and how to get
 * another.
 */
export function EnrolPage({ invitation, session, signedIn }: EnrolProps): VNode {
  const { isBusy, problem, run } = useStep()
  const [brand, setBrand] = useState<Brand>()
  const [unread, setUnread] = useState<unknown>()
  const read = useCallback(() => {
    setUnread(undefined)
    callApprover(APPROVER_ENDPOINTS.readInvitation, { body: { invitation } }).then(setBrand, setUnread)
  }, [invitation])
  useEffect(read, [read])
  const create = async () => {
    const enrolled = await enrol(invitation)
    // The link is used up and must not stay in the browser's history.
    history.replaceState(null, '', hrefs.inbox)
    dispatchEvent(new HashChangeEvent('hashchange'))
    signedIn(enrolled)
  }
  if (isInvalid(unread ?? problem)) return <SpentLink session={session} />
  if (brand === undefined) return <Pending value={brand} problem={unread} retry={read} />
  return (
    <>
      <BrandMark {...brand} />
      <h1>{brand.forOrganization ? t('Approve payments') : t('Protect your wallet')}</h1>
      <p class="muted">
        {brand.forOrganization
          ? t(
              'Once set up, this service holds the payments that your organization’s policies name until you approve them here. The passkey for that is yours alone.',
            )
          : t(
              'Once set up, this service sends nothing from your wallet until you approve it here. The passkey for that is yours: the shop or app never has it. A payment that you sign can still reach the blockchain without this service; you are notified if that happens.',
            )}
      </p>
      <Problem problem={problem} />
      <button type="button" class="primary" disabled={isBusy} onClick={() => run(create)}>
        {isBusy ? t('Waiting for your device…') : t('Create approval passkey')}
      </button>
      <ol class="steps">
        <li>{t('Your device asks for your fingerprint, face or PIN and stores a passkey for this app.')}</li>
        <li>{t('When a transaction is requested, you get a mail with a link to this page.')}</li>
        <li>
          {brand.forOrganization
            ? t('You check it, pick the number that the person who signed gives you, and approve or decline.')
            : t('You check it, pick the number that you see where you signed, and approve or decline.')}
        </li>
      </ol>
      <details class="aside">
        <summary>{t('The link does not work?')}</summary>
        <InvitationForm />
      </details>
    </>
  )
}

/** Whether the link is invalid, for example because a mail program cut it off. */
function isInvalid(problem: unknown): boolean {
  return problem instanceof ApiError && ['INVITATION_INVALID', 'VALIDATION_FAILED'].includes(problem.code)
}

/** Shown for a link that was used, has expired or was never valid. The three cases look alike. */
function SpentLink({ session }: { session: ApproverSession }) {
  return (
    <>
      <h1>{t('This link no longer works')}</h1>
      <p class="muted">
        {t('A link works once and for {days} days.', { days: APPROVER_INVITATION_SECONDS / 86_400 })}
      </p>
      {session.signedIn ? (
        <p>
          <Rich
            text="You are already signed in: {inbox}."
            parts={{ inbox: <a href={hrefs.inbox}>{t('see your pending requests')}</a> }}
          />
        </p>
      ) : (
        <p>
          <Rich
            text="If you have already created your approval passkey, {signIn}. If not, request a new link:"
            parts={{ signIn: <a href={hrefs.inbox}>{t('sign in with it')}</a> }}
          />
        </p>
      )}
      {!session.signedIn && <InvitationForm />}
    </>
  )
}

export function SignInPage({ signedIn }: SignedInProps): VNode {
  const { isBusy, problem, run } = useStep()
  return (
    <>
      <h1>{t('Approvals')}</h1>
      <p class="muted">{t('Sign in with your approval passkey to see your pending requests.')}</p>
      <Problem problem={problem} />
      <button
        type="button"
        class="primary"
        disabled={isBusy}
        onClick={() => run(async () => signedIn(await signIn()))}
      >
        {isBusy ? t('Waiting for your device…') : t('Sign in')}
      </button>
      <details class="aside">
        <summary>{t('No passkey here, or the link does not work?')}</summary>
        <InvitationForm />
      </details>
    </>
  )
}

/** Requests another link by mail. The response never reveals whether the email address is known. */
function InvitationForm() {
  const [sent, setSent] = useState(false)
  const { problem, run } = useStep()
  const submit = async (form: HTMLFormElement) => {
    const email = new FormData(form).get('email')
    await callApprover(APPROVER_ENDPOINTS.requestInvitation, {
      body: { email: typeof email === 'string' ? email.trim() : '' },
    })
    setSent(true)
  }
  return (
    <form
      class="aside"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        run(() => submit(form))
      }}
    >
      <label class="field">
        {t('Your email address')}
        <input type="email" name="email" autocomplete="email" required />
      </label>
      <Problem problem={problem} />
      <button type="submit">{t('Send me a new link')}</button>
      <p class="hint" role="status">
        {sent && t('If this address has a wallet that needs one, a link is on its way. Check your mail.')}
      </p>
    </form>
  )
}
