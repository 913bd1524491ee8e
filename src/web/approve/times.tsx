import { language } from '#web/ui/language.ts'
import { useEffect, useState } from 'preact/hooks'
import { t } from '#web/ui/text.ts'
import { timeLeftText } from '#web/ui/time-left-text.ts'

type MomentProps = { at: string; class?: string; timeStyle?: 'only' }

/** A date and its time, or its time only, with the zone's name, as the reader's language writes them. */
export function Moment({ at, class: name, timeStyle }: MomentProps) {
  const format = new Intl.DateTimeFormat(language(), {
    ...(timeStyle === 'only' ? {} : { dateStyle: 'medium' }),
    timeStyle: 'long',
  })
  return (
    <time dateTime={at} class={name}>
      {format.format(new Date(at))}
    </time>
  )
}

type CountdownProps = { secondsLeft: number; ended?: (() => void) | undefined }

/**
 * Time left by the service's clock: `secondsLeft` from its answer, counted down from its arrival. `ended` is called
 * once at the end.
 */
export function Countdown({ secondsLeft, ended }: CountdownProps) {
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
