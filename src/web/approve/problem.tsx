import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { DATE_AND_TIME } from '#protocol/display/date-and-time.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { ProblemNotice } from '#web/ui/problem-notice.tsx'
import { translated, t, language } from '#web/ui/text.ts'
import { timeLeftText } from '#web/ui/time-left-text.ts'

/** An error, such as one of a request, and the next step. */
export function Problem({ problem, retry }: { problem: unknown; retry?: () => void }): VNode | null {
  const online = useOnline()
  if (!(problem instanceof ApiError)) return <ProblemNotice problem={problem} retry={retry} />
  // The page already shows that it is offline, so single requests do not repeat it.
  if (!online && problem.code === 'NETWORK') return null
  return <ProblemNotice problem={new ReadableError(problemText(problem))} retry={retry} />
}

/** The text for the error's code if it is sufficient, or the service's message. */
function problemText({ code, message }: ApiError): string {
  const texts: Readonly<Record<string, string>> = {
    NETWORK: t('The service could not be reached. Check your connection and try again: nothing is lost.'),
    UNREADABLE: t('The service sent a response that this app does not understand.'),
    APPROVAL_PASSKEY_REFUSED: t('This passkey was not accepted. Try again, or use another one.'),
    APPROVAL_CEREMONY_OVER: t('This passkey request took too long or was already used. Start again.'),
    APPROVER_SESSION_REQUIRED: t('Sign in with your approval passkey to continue'),
    INVITATION_INVALID: t('This invitation is no longer valid. Ask for a new one with your email address.'),
    NOT_FOUND: t('Not found'),
    CO_SIGNER_NOT_READY: t(
      'Your approval wallet is still being created on the blockchain. Try again in a moment.',
    ),
    RATE_LIMITED: t('Too many requests. Try again after the time in Retry-After.'),
    INTERNAL: t('Something went wrong on our side. The request id identifies it.'),
  }
  return texts[code] ?? translated(message)
}

/** Placeholder for pending content. */
export function Skeleton(): VNode {
  return (
    <div class="stack skeleton" role="status">
      <span class="sr-only">{t('Loading…')}</span>
      <div />
      <div />
    </div>
  )
}

/** Placeholder for a value: the reason why it is missing, or a skeleton while it is read. */
export function Pending({
  value,
  problem,
  retry,
}: {
  value: unknown
  problem: unknown
  retry: () => void
}): VNode {
  return (
    <>
      <Problem problem={problem} retry={retry} />
      {value === undefined && problem === undefined && <Skeleton />}
    </>
  )
}

export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const read = () => setOnline(navigator.onLine)
    addEventListener('online', read)
    addEventListener('offline', read)
    read()
    return () => {
      removeEventListener('online', read)
      removeEventListener('offline', read)
    }
  }, [])
  return online
}

type MomentProps = { at: string; class?: string }

/** A date with time and time zone, in the reader's language. */
export function Moment({ at, class: name }: MomentProps): VNode {
  return (
    <time dateTime={at} class={name}>
      {new Date(at).toLocaleString(language(), DATE_AND_TIME)}
    </time>
  )
}

type CountdownProps = { secondsLeft: number; ended?: (() => void) | undefined }

/**
 * Time left by the service's clock. Counts down `secondsLeft` from the arrival of the response and calls
 * `ended` once at the end.
 */
export function Countdown({ secondsLeft, ended }: CountdownProps): VNode {
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const endsAt = performance.now() + secondsLeft * 1_000
    const tick = () => {
      const now = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      ended?.()
    }
    const timer = setInterval(tick, 1_000)
    tick()
    return () => clearInterval(timer)
  }, [secondsLeft, ended])
  return (
    <span class={`countdown ${left <= 60 ? 'danger' : ''}`} role="timer">
      {t('{time} left', { time: timeLeftText(left) })}
    </span>
  )
}
