import { t } from '#web/ui/text.ts'
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

/** `14:05`: minutes and seconds. */
export function timeLeftText(secondsLeft: number): string {
  const whole = Math.max(0, Math.ceil(secondsLeft))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The time left in the server's answer, less the time passed on this device since; never more, never below 0. */
export function secondsStillLeft(secondsLeft: number, receivedAtMs: number, nowMs: number): number {
  return Math.min(secondsLeft, Math.max(0, Math.ceil(secondsLeft - (nowMs - receivedAtMs) / 1_000)))
}
