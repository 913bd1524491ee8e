import { readRetry, type Retry } from '#protocol/error-retry.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

/**
 * Describes a failed request to a person: what happened and what to do next. `isLacking`: the deployment
 * lacks the capability, which is an explanation and not a failure.
 */
export function describeProblem(error: unknown): {
  title: string
  detail: string
  requestId: string | null
  canRetry: boolean
  isLacking: boolean
} {
  const unknown = t('Something went wrong')
  if (error instanceof ApiError) {
    const { title = unknown, detail = knownProblems()[error.code] ?? error.message } = byCode(error) ?? {}
    const { requestId } = error
    return {
      title,
      detail,
      requestId,
      canRetry: readProblemRetry(error) !== 'never',
      isLacking: isLacking(error),
    }
  }
  const own = { requestId: null, canRetry: true, isLacking: false }
  if (error instanceof ReadableError) return { ...own, title: error.title ?? unknown, detail: error.message }
  return {
    ...own,
    title: t('Something went wrong on this page'),
    detail: t('Reload the page. What you saved is safe.'),
  }
}

/** Whether the service behind the console lacks the requested feature. */
export function isLacking(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'UPSTREAM_LACKS'
}

/** Returns the fallback result if the service lacks the feature. */
export function orIfLacking<Result, Instead>(
  read: Promise<Result>,
  instead: () => Instead | Promise<Instead>,
): Promise<Instead | Result> {
  return read.catch((error: unknown): Instead | Promise<Instead> => {
    if (!isLacking(error)) throw error
    return instead()
  })
}

/**
 * Whether a failed request may be sent again. Also covers the console's own codes for no response and an
 * unreadable one.
 */
export function readProblemRetry(error: unknown): Retry {
  if (!(error instanceof ApiError)) return 'never'
  if (error.code === 'NETWORK') return 'at-once'
  const retry = readRetry(error.code, error.status)
  return error.code === 'UNREADABLE' && retry === 'never' ? 'later' : retry
}

function byCode(error: ApiError): { title: string; detail: string } | undefined {
  const { code, message, retryAfterSeconds } = error
  if (code !== 'NETWORK' && readProblemRetry(error) === 'at-once') {
    return {
      title: t('The service is not available'),
      detail: t('{problem}. Try again in a moment.', { problem: message.replace(/\.$/, '') }),
    }
  }
  const words: Readonly<Record<string, { title: string; detail: string }>> = {
    NETWORK: {
      title: t('No connection to the server'),
      detail: t('Check that the server is running and that you are online, then try again.'),
    },
    UNREADABLE: {
      title: t('A response could not be read'),
      detail: t('The console and its server may be of different versions. Reload the page.'),
    },
    HOST_REFUSED: { title: t('Open the console at its own address'), detail: message },
    SESSION_REQUIRED: { title: t('You are signed out'), detail: t('Sign in again to see this.') },
    FORBIDDEN_ROLE: { title: t('Your role does not allow this'), detail: message },
    UPSTREAM_LACKS: { title: t('Not available from this service'), detail: message },
    POLICY_REFUSED: { title: t('A policy refuses this'), detail: message },
    RATE_LIMITED: {
      title: t('Too many requests'),
      detail:
        retryAfterSeconds === null
          ? t('Wait a moment, then try again.')
          : t('Try again in {seconds, plural, one {# second} other {# seconds}}.', {
              seconds: retryAfterSeconds,
            }),
    },
    INTERNAL: {
      title: t('Something went wrong on the server'),
      detail: t('Try again. If it persists, give the request ID to the operator of this server.'),
    },
  }
  // Another server's error text is not written for people.
  return words[code] ?? (error.status >= 500 ? words['INTERNAL'] : undefined)
}

/** Texts for the console server's own error codes, in the chosen language. */
export const knownProblems = (): Readonly<Record<string, string>> => ({
  STEP_UP_FAILED: t('This passkey was not accepted for this change. Use one of your own passkeys.'),
  MEMBER_ABOVE: t('Only an owner may add, change or remove owners and admins.'),
  LAST_OWNER: t('This is the last owner. Make someone else an owner first.'),
  LAST_PASSKEY: t('This is your last passkey. Add another one before you remove it.'),
  ALREADY_MEMBER: t('You are already a member of this organization.'),
  PASSKEY_KNOWN: t('This passkey is already registered.'),
  INVITATION_LINK_INVALID: t('This invitation is no longer valid. Ask for a new one.'),
  RECOVERY_INVALID: t('This recovery code or link is no longer valid. Use another code, or ask an owner.'),
  IDENTITY_REFUSED: t('The identity provider’s response was not accepted. Start again.'),
  IDENTITY_UNKNOWN: t(
    'This account of the identity provider is not linked to a member. Sign in with your passkey, then link it in Your account.',
  ),
  IDENTITY_TAKEN: t('This account of the identity provider is linked to another person.'),
  SIGN_IN_FAILED: t('This passkey was not accepted. Try again, or use another one.'),
  CEREMONY_OVER: t('This passkey request took too long or was already used. Start again.'),
  PASSKEY_REFUSED: t('This passkey could not be registered. Start again.'),
  SETUP_LINK_INVALID: t('This setup link is no longer valid. Start the server again to get a new one.'),
})
