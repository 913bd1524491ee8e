import type { Context } from '#service/context.ts'
import type { Client } from '#service/http/client-ip.ts'
import { serviceError } from '#service/http/service-error.ts'
import { MinuteWindows, secondsLeft } from '#service/keys/minute-windows.ts'
import { neighbourhood } from '#service/keys/wrong-keys.ts'

/** Far above what a person does; each of these requests writes a row or looks for a passkey. */
const REQUESTS_PER_MINUTE_MAX = 60

/**
 * Bounds what one address may ask before it is signed in. Counted in this process only, and not for calls
 * within it: a brake on floods, nothing that a secret's strength depends on (docs/adr/0024).
 */
export function createAnonymousLimit(ctx: Pick<Context, 'clock'>): (client: Client | undefined) => void {
  const windows = new MinuteWindows()
  return (client) => {
    if (client === undefined) return
    const nowMs = ctx.clock.now().getTime()
    const window = windows.at(neighbourhood(client.ip), nowMs)
    window.pending += 1
    if (window.pending <= REQUESTS_PER_MINUTE_MAX) return
    const seconds = String(secondsLeft(window, nowMs))
    throw serviceError('RATE_LIMITED', { headers: { 'retry-after': seconds } })
  }
}
