import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasRelyingParty, RunsCeremonies, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { WithCookies } from '#bff/http/with-cookies.ts'
import { endCeremonyCookie, takeCeremony } from '#bff/sessions/ceremony.ts'
import { storePasskey } from '#bff/sessions/store-passkey.ts'
import { verifyRegistration } from '#bff/sessions/verify-registration.ts'
import { listOwnPasskeys } from './list-own-passkeys.ts'

/**
 * Stores the new passkey. Step-up was checked when the options were requested. @throws CEREMONY_OVER,
 * PASSKEY_REFUSED, PASSKEY_KNOWN
 */
export const addPasskey: ConsoleOperation<
  'addPasskey',
  RunsCeremonies & WritesAudit & HasRelyingParty
> = async (asked) => {
  const { ctx, exchange, session, by, action, body } = asked
  const { admin_id: adminId, challenge } = await takeCeremony(ctx, exchange.req.raw, 'add-passkey')
  if (adminId !== session.admin.id) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, challenge, body.response)
  const name = body.name.trim()
  await ctx.db.transaction().execute(async (trx) => {
    await storePasskey(trx, { adminId, passkey, name, now: ctx.clock.now() })
    await noteAccountEvent(trx, { kind: 'passkey-added', adminId, ...actingPerson(asked) })
    await recordAudit(ctx, trx, { ...by, action, target: null, details: { name } })
  })
  return new WithCookies(await listOwnPasskeys(asked), [endCeremonyCookie(ctx)])
}
