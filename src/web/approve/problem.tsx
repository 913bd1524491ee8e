import { translated } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'
import { ApproverError } from './call-approver.ts'
import { useOnline } from './use-online.ts'

/** What went wrong and what to do next. */
export function Problem({ problem, retry }: { problem: unknown; retry?: () => void }) {
  const online = useOnline()
  // The page reports once that it is offline; each request need not.
  const isNoLine = !online && problem instanceof ApproverError && problem.code === 'NETWORK'
  if (problem === undefined || isNoLine) return null
  return (
    <div class="notice danger" role="alert">
      <p>{problemText(problem)}</p>
      {retry !== undefined && (
        <button type="button" class="quiet" onClick={retry}>
          {t('Try again')}
        </button>
      )}
    </div>
  )
}

/** By its code if that is sufficient; else in the service's own words. */
function problemText(problem: unknown): string {
  if (!(problem instanceof ApproverError)) return t('Something went wrong. Reload the page and try again.')
  const texts: Readonly<Record<string, string>> = {
    NETWORK: t('The service could not be reached. Check your connection and try again: nothing is lost.'),
    UNREADABLE: t('The service answered in a form this app does not understand.'),
    CHALLENGE_MISMATCH: t(
      'The service asked you to sign something else than what is on this screen, so we stopped. Nothing was signed.',
    ),
    PASSKEY_THERE: t('This device has an approval passkey for you already: sign in with it.'),
    PASSKEY_CLOSED: t(
      'The passkey prompt was closed, or found no fitting passkey. Nothing was decided. Please try again.',
    ),
    PASSKEY_FAILED: t('The passkey could not be used. Try again, or use another device.'),
    PUSH_FAILED: t(
      'This browser could not set notifications up. Try again later, or use another browser: mail still tells you.',
    ),
    APPROVAL_PASSKEY_REFUSED: t('This passkey was not accepted. Try again, or use another one.'),
    APPROVAL_CEREMONY_OVER: t('This passkey request took too long or was already used. Start again.'),
    APPROVER_SESSION_REQUIRED: t('Sign in with your approval passkey to go on'),
    INVITATION_INVALID: t('This invitation is no longer valid. Ask for a new one with your email address.'),
    NOT_FOUND: t('Not found'),
    RATE_LIMITED: t('Too many requests. Try again after the time in Retry-After.'),
    INTERNAL: t('Something went wrong on our side. The request id identifies it.'),
  }
  return texts[problem.code] ?? translated(problem.message)
}
