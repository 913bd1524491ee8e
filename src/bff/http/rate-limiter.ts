import type { Clock } from '#server-kit/clock.ts'
import { bffError } from './answer.ts'

/** More callers than this in one window are an attack: the oldest are dropped, memory stays bounded. */
const KEYS_MAX = 10_000

/** Counts in this process only: a brake on floods and mail; no secret's strength depends on it. */
export type RateLimiter = {
  /** Counts one request; the returned function undoes it. @throws RATE_LIMITED with Retry-After above `limit` */
  take: (key: string) => () => void
}

export function createRateLimiter(options: {
  limit: number
  windowSeconds: number
  clock: Clock
}): RateLimiter {
  const windows = new Map<string, { startedAt: number; count: number }>()
  const windowMs = options.windowSeconds * 1000
  return {
    take(key) {
      const now = options.clock.now().getTime()
      let window = windows.get(key)
      if (window === undefined || now - window.startedAt >= windowMs) {
        window = { startedAt: now, count: 0 }
        windows.delete(key)
        windows.set(key, window)
        forgetOldest(windows)
      }
      const counted = window
      counted.count += 1
      if (counted.count <= options.limit) return () => void (counted.count -= 1)
      const seconds = Math.max(1, Math.ceil((counted.startedAt + windowMs - now) / 1000))
      throw bffError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } })
    },
  }
}

function forgetOldest(windows: Map<string, unknown>) {
  if (windows.size <= KEYS_MAX) return
  const [oldest] = windows.keys()
  if (oldest !== undefined) windows.delete(oldest)
}
