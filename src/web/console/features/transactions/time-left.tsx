import { t } from '#web/ui/text.ts'
import { timeLeftText } from '#web/ui/time-left-text.ts'
import { useSecond } from '#web/console/lib/use-now.ts'

type TimeLeftProps = {
  /** By the service's clock, at the request. */
  secondsLeft: number
  receivedAtMs: number
  className?: string
}

/** Counts down the time that the service reported as left. */
export function TimeLeft({ secondsLeft, receivedAtMs, className = '' }: TimeLeftProps) {
  const left = secondsStillLeft(secondsLeft, receivedAtMs, useSecond())
  return (
    <span role="timer" className={`whitespace-nowrap tabular-nums ${className}`}>
      {left > 0 ? t('{time} left', { time: timeLeftText(left) }) : t('Time is up')}
    </span>
  )
}

/** The time left by the server's answer, less what has passed on this device since; never more, never below 0. */
export function secondsStillLeft(secondsLeft: number, receivedAtMs: number, nowMs: number): number {
  return Math.min(secondsLeft, Math.max(0, Math.ceil(secondsLeft - (nowMs - receivedAtMs) / 1_000)))
}
