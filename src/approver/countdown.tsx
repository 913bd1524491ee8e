import { useEffect, useState } from 'preact/hooks'

/** Time left by the service's clock: `secondsLeft` as it answered it, counted down from its arrival. */
export function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const endsAt = performance.now() + secondsLeft * 1_000
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000)))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [secondsLeft])
  return (
    <span class={`countdown ${left <= 60 ? 'urgent' : ''}`} role="timer">
      {formatSeconds(left)} left
    </span>
  )
}

export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
