import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

/** A failed request for a person: what happened and what to do next. */
type Problem = {
  title: string
  detail: string
  requestId: string | null
  canRetry: boolean
  /** The deployment lacks the capability: an explanation, not a failure. */
  isLacking: boolean
}

export function describeProblem(error: unknown): Problem {
  if (error instanceof ReadableError) {
    return {
      title: error.title ?? t('Something went wrong'),
      detail: error.message,
      requestId: null,
      canRetry: true,
      isLacking: false,
    }
  }
  if (!(error instanceof ApiError)) {
    return {
      title: t('Something went wrong on this page'),
      detail: t('Reload the page. What you saved is safe.'),
      requestId: null,
      canRetry: true,
      isLacking: false,
    }
  }
  const known = byCode(error)
  return {
    title: known?.title ?? t('Something went wrong'),
    detail: known?.detail ?? knownProblems()[error.code] ?? error.message,
    requestId: error.requestId,
    canRetry: canRetry(error),
    isLacking: isLacking(error),
  }
}

/** Whether the service behind the console lacks the requested feature. */
export function isLacking(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'UPSTREAM_LACKS'
}

function canRetry(error: ApiError): boolean {
  if (isLacking(error)) return false
  return error.code === 'SESSION_REQUIRED' || error.status < 400 || error.status >= 408
}

function byCode(error: ApiError): { title: string; detail: string } | undefined {
  if (error.status === 502 || error.status === 503 || error.status === 504) {
    return {
      title: t('The service is not available'),
      detail: t('{problem}. Try again in a moment.', { problem: error.message.replace(/\.$/, '') }),
    }
  }
  switch (error.code) {
    case 'NETWORK':
      return {
        title: t('No connection to the server'),
        detail: t('Check that the server is running and that you are online, then try again.'),
      }
    case 'UNREADABLE':
      return {
        title: t('An answer could not be read'),
        detail: t('The console and its server may be of different versions. Reload the page.'),
      }
    case 'HOST_REFUSED':
      return { title: t('Open the console at its own address'), detail: error.message }
    case 'SESSION_REQUIRED':
      return { title: t('You are signed out'), detail: t('Sign in again to see this.') }
    case 'FORBIDDEN_ROLE':
      return { title: t('Your role does not allow this'), detail: error.message }
    case 'UPSTREAM_LACKS':
      return { title: t('Not available from this service'), detail: error.message }
    case 'RATE_LIMITED':
      return {
        title: t('Too many requests'),
        detail:
          error.retryAfterSeconds === null
            ? t('Wait a moment, then try again.')
            : t('Try again in {seconds, plural, one {# second} other {# seconds}}.', {
                seconds: error.retryAfterSeconds,
              }),
      }
    case 'INTERNAL':
      return {
        title: t('Something went wrong on the server'),
        detail: t('Try again. If it persists, give the request id to the operator of this server.'),
      }
    default:
      return undefined
  }
}

/** The meaning of the console server's own error codes, in the chosen language. */
export const knownProblems = (): Readonly<Record<string, string>> => ({
  STEP_UP_FAILED: t('This passkey was not accepted for this change. Use one of your own passkeys.'),
  MEMBER_ABOVE: t('Only an owner may add, change or remove owners and admins.'),
  LAST_OWNER: t('This is the last owner. Make someone else an owner first.'),
  LAST_PASSKEY: t('This is your last passkey. Add another one before you remove it.'),
  ALREADY_MEMBER: t('You are already a member of this organization.'),
  PASSKEY_KNOWN: t('This passkey is already registered.'),
  INVITATION_LINK_INVALID: t('This invitation is no longer valid. Ask for a new one.'),
  SIGN_IN_FAILED: t('This passkey was not accepted. Try again, or use another one.'),
  CEREMONY_OVER: t('This passkey request took too long or was already used. Start again.'),
  PASSKEY_REFUSED: t('This passkey could not be registered. Start again.'),
  SETUP_LINK_INVALID: t('This setup link is no longer valid. Start the server again to get a new one.'),
})
