import * as z from 'zod/mini'
import type { Context } from '#service/context.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { MinuteWindows, secondsLeft } from '#service/keys/minute-windows.ts'
import { neighbourhood } from '#service/keys/rate-limits.ts'

/** Far above what a person does; each of these requests writes a row or looks for a passkey. */
const REQUESTS_PER_MINUTE_MAX = 60
/** A challenge alone opens nothing, and everyone behind the address needs one. */
const CHALLENGES_PER_MINUTE_MAX = 600
const CHALLENGE = '/sign-in/begin'

const assertedSchema = z.object({ response: z.object({ id: z.string().check(z.maxLength(1_400)) }) })

type Anonymous = { client: Client | undefined; path: string; body: unknown }

/**
 * Bounds what one address may ask before it is signed in. An enrolled passkey is counted alone: a user
 * who shares an address with an attacker still signs in. Counted in this process, not for calls within it: a brake on
 * floods, nothing that a secret's strength depends on (ADR 0014).
 */
export function createAnonymousLimit(
  ctx: Pick<Context, 'clock' | 'db'>,
): (request: Anonymous) => Promise<void> {
  const windows = new MinuteWindows()
  return async ({ client, path, body }) => {
    if (client === undefined) return
    const network = neighbourhood(client.ip)
    const passkey = await knownPasskey(ctx, body)
    const nowMs = ctx.clock.now().getTime()
    const window = windows.at([network, path === CHALLENGE ? path : '', passkey ?? ''].join(' '), nowMs)
    window.pending += 1
    if (window.pending <= (path === CHALLENGE ? CHALLENGES_PER_MINUTE_MAX : REQUESTS_PER_MINUTE_MAX)) return
    const seconds = String(secondsLeft(window, nowMs))
    throw apiError('RATE_LIMITED', { headers: { 'retry-after': seconds } })
  }
}

async function knownPasskey({ db }: Pick<Context, 'db'>, body: unknown): Promise<string | undefined> {
  const asserted = assertedSchema.safeParse(body)
  if (!asserted.success) return undefined
  const row = await db
    .selectFrom('approver_passkeys')
    .select('credential_id')
    .where('credential_id', '=', asserted.data.response.id)
    .executeTakeFirst()
  return row?.credential_id
}
