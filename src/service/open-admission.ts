import type { Context } from './context.ts'
import { createAdmission, type Admission } from './keys/admit-request.ts'
import { createKeyAuthenticator } from './keys/authenticate-key.ts'
import { emitEvent } from './webhooks/emit-event.ts'

/** Who is let in, wired to what an alarm becomes: the event `apikey.exposed` (profile 6, 10). */
export function openAdmission(ctx: Pick<Context, 'db' | 'clock' | 'log' | 'settings'>): Admission {
  return createAdmission(ctx, {
    authenticate: createKeyAuthenticator(ctx),
    raiseExposed: (trx, { organizationId, keyId, start, origin, at }) =>
      emitEvent(trx, { organizationId, type: 'apikey.exposed', at, data: { keyId, start, origin } }),
  })
}
