import { t } from '#web/ui/text.ts'
import { useSecond } from '#web/console/lib/use-now.ts'
import { secondsStillLeft, timeLeftText } from './time-left-text.ts'

type TimeLeftProps = {
  /** By the service's clock, when it was asked. */
  secondsLeft: number
  receivedAtMs: number
  className?: string
}

/** Counts down what the service said is left. */
export function TimeLeft({ secondsLeft, receivedAtMs, className = '' }: TimeLeftProps) {
  const left = secondsStillLeft(secondsLeft, receivedAtMs, useSecond())
  return (
    <span role="timer" className={`whitespace-nowrap tabular-nums ${className}`}>
      {left > 0 ? t('{time} left', { time: timeLeftText(left) }) : t('Time is up')}
    </span>
  )
}
