import type { Clock } from '#server-kit/clock.ts'
import { rateLimited } from '#server-kit/http/http-error.ts'

/** More callers than this in one window are an attack: the oldest are dropped, memory stays bounded. */
const KEYS_MAX = 10_000

/** Counts in this process only: a brake on floods and mail; no secret's strength depends on it. */
function createRateLimiter(limit: number, windowSeconds: number, clock: Clock) {
  const windows = new Map<string, { startedAt: number; count: number }>()
  const windowMs = windowSeconds * 1000
  return {
    /** Counts one request; the returned function undoes it. @throws RATE_LIMITED with Retry-After above `limit` */
    take(key: string): () => void {
      const now = clock.now().getTime()
      let window = windows.get(key)
      if (window === undefined || now - window.startedAt >= windowMs) {
        window = { startedAt: now, count: 0 }
        windows.delete(key)
        windows.set(key, window)
        const [oldest] = windows.keys()
        if (windows.size > KEYS_MAX && oldest !== undefined) windows.delete(oldest)
      }
      const counted = window
      counted.count += 1
      if (counted.count <= limit) return () => void (counted.count -= 1)
      throw rateLimited(counted.startedAt + windowMs - now)
    },
  }
}

export type Limits = ReturnType<typeof createLimits>

export function createLimits(clock: Clock) {
  const limiter = (limit: number, windowSeconds: number) => createRateLimiter(limit, windowSeconds, clock)
  return {
    /** Challenges of one address. */
    signInBegin: limiter(600, 60),
    /** Attempts: of one address with unknown passkeys, and of each known passkey from there. */
    signIn: limiter(60, 60),
    setup: limiter(20, 60),
    secretGuess: limiter(30, 60),
    widgetSession: limiter(3_000, 60),
    verificationMail: limiter(6, 600),
    cspReport: limiter(60, 60),
    doctor: limiter(20, 60),
    stepUp: limiter(240, 60),
    join: limiter(30, 60),
    invite: limiter(60, 3600),
  }
}
