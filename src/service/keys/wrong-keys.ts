import type { Context } from '#service/context.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'
import { MinuteWindows, secondsLeft } from './minute-windows.ts'
import { requestLimits } from './rate-limits.ts'

/**
 * Answers requests without a valid key: 401, and after too many of them from one address within a minute
 * 429. It slows a client that keeps trying and blocks no other: a valid key from the same address is
 * admitted (ADR 0014). Counted in this process only, and not for calls within it.
 */
export function createWrongKeys(
  ctx: Pick<Context, 'clock' | 'settings'>,
): (client: Client | undefined) => ApiError {
  const windows = new MinuteWindows()
  const max = requestLimits(ctx.settings).wrongKeysPerMinute
  return (client) => {
    const nowMs = ctx.clock.now().getTime()
    const window = client === undefined ? undefined : windows.at(neighbourhood(client.ip), nowMs)
    if (window !== undefined && window.pending >= max) {
      return apiError('RATE_LIMITED', { headers: { 'retry-after': String(secondsLeft(window, nowMs)) } })
    }
    if (window !== undefined) window.pending += 1
    return apiError('INVALID_API_KEY', { headers: { 'www-authenticate': 'ApiKey realm="latchkey"' } })
  }
}

/** A subscriber of IPv6 has at least a /64, so that is what an address counts as. */
export function neighbourhood(ip = 'unknown'): string {
  return ip.includes(':') ? expandedHead(ip) : ip
}

function expandedHead(ip: string): string {
  const [head = '', tail] = ip.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
