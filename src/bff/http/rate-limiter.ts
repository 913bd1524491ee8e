import type { Clock } from '#server-kit/clock.ts'
import { rateLimited } from '#server-kit/http/http-error.ts'

/**
 * Maximum callers per window. The oldest are dropped, so memory stays bounded. More callers than this are an
 * attack.
 */
const KEYS_MAX = 10_000

type RateLimiter = {
  /**
   * Counts one request. Returns a function that undoes the count. @throws RATE_LIMITED with Retry-After above the
   * limit
   */
  take: (key: string) => () => void
}

/** Creates a rate limiter that counts in this process only. It slows floods and mail. No secret depends on it. */
function createRateLimiter(limit: number, windowSeconds: number, clock: Clock): RateLimiter {
  const windows = new Map<string, { startedAt: number; count: number }>()
  const windowMs = windowSeconds * 1000
  return {
    take(key) {
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

export type Limits = {
  /** Sign-in challenges per IP address. */
  signInBegin: RateLimiter
  /** Sign-in attempts per IP address with unknown passkeys, and per IP address and known passkey. */
  signIn: RateLimiter
  setup: RateLimiter
  secretGuess: RateLimiter
  widgetSession: RateLimiter
  verificationMail: RateLimiter
  cspReport: RateLimiter
  doctor: RateLimiter
  stepUp: RateLimiter
  join: RateLimiter
  invite: RateLimiter
  /** Requests of an organization's identity provider, and the invitations that they send. */
  scim: RateLimiter
  scimInvite: RateLimiter
}

export function createLimits(clock: Clock): Limits {
  const limiter = (limit: number, windowSeconds: number) => createRateLimiter(limit, windowSeconds, clock)
  return {
    signInBegin: limiter(600, 60),
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
    scim: limiter(1_500, 60),
    scimInvite: limiter(1_000, 3600),
  }
}
