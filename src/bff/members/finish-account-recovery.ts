import { findPerson } from '#bff/account/find-person.ts'
import { administrator, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type {
  DescribesSessions,
  HasLive,
  HasLog,
  HasRelyingParty,
  RunsCeremonies,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { findLastOrganizationId, listOrganizationIds } from '#bff/organizations/memberships.ts'
import { takeCeremony } from '#bff/sessions/ceremony.ts'
import { readDevice } from '#bff/sessions/device.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { createSession, selectSessions } from '#bff/sessions/session.ts'
import { signedIn } from '#bff/sessions/signed-in-answer.ts'
import { namePasskey, storePasskey } from '#bff/sessions/store-passkey.ts'
import { verifyRegistration } from '#bff/sessions/verify-registration.ts'
import { spendRecovery } from './open-recovery.ts'
import { hashRecovery } from './recovery-code.ts'

/** For a recovery by code and by link: the account event, and the reason why the person's other sessions end. */
const USES = {
  code: { event: 'recovery-code-used', end: 'recovery-code' },
  link: { event: 'recovery-link-used', end: 'recovery-link' },
} as const

/**
 * Stores the new passkey and creates a session, in one transaction. All earlier sessions end. Earlier passkeys
 * stay, so that a stolen code cannot lock its owner out. Each organization's audit log gets an entry.
 *
 * @throws CEREMONY_OVER, RECOVERY_INVALID, PASSKEY_REFUSED
 */
export const finishAccountRecovery: ConsoleOperation<
  'finishAccountRecovery',
  DescribesSessions & RunsCeremonies & WritesAudit & HasLive & HasLog & HasRelyingParty
> = async (asked) => {
  const { ctx, exchange, action, body } = asked
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'recover')
  const tokenHash = hashRecovery(body.token)
  if (ceremony.setup_token_hash !== tokenHash) throw bffError('RECOVERY_INVALID')
  const passkey = await verifyRegistration(ctx, ceremony.challenge, body.response)
  const device = readDevice(exchange)
  const { id, adminId, organizationIds } = await ctx.db.transaction().execute(async (trx) => {
    const { adminId, kind } = await spendRecovery(ctx, trx, tokenHash)
    const organizationId = await findLastOrganizationId({ db: trx }, adminId)
    if (organizationId === undefined) throw bffError('RECOVERY_INVALID')
    const now = ctx.clock.now()
    await storePasskey(trx, { adminId, passkey, name: namePasskey(device), now })
    const { event, end } = USES[kind]
    await endSessions(trx, selectSessions(trx).where('admin_id', '=', adminId), { reason: end })
    const { name } = await findPerson(trx, adminId)
    const by = administrator({ id: adminId, name })
    await noteAccountEvent(trx, { kind: event, adminId, by, device, at: now })
    const organizationIds = await listOrganizationIds(trx, adminId)
    const entry = { action, target: adminId, details: { by: kind } }
    for (const id of organizationIds) {
      const by = auditActor(exchange, { admin: { id: adminId, name }, organization: { id } })
      await recordAudit(ctx, trx, { ...by, ...entry })
    }
    const session = await createSession(ctx, trx, { adminId, organizationId, device })
    return { ...session, adminId, organizationIds }
  })
  for (const organizationId of organizationIds) ctx.live.publishChange(organizationId)
  ctx.log.info({ event: 'administrator_recovered', adminId, requestId: exchange.var.requestId })
  return signedIn(ctx, id)
}
