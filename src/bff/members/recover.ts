import { joinRequestSchema, joinVerifyRequestSchema } from '#protocol/members.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'
import { openRoute, type Opened } from '#bff/http/open-route.ts'
import { beginCeremony, descriptorsOf, takeCeremony } from '#bff/sessions/ceremony.ts'
import { deviceOf } from '#bff/sessions/device.ts'
import {
  passkeyName,
  personOf,
  registrationOptions,
  storePasskey,
  verifyRegistration,
} from '#bff/sessions/registration.ts'
import { createSession, lastOrganizationOf, organizationIdsOf } from '#bff/sessions/session.ts'
import { signedInAnswer } from '#bff/sessions/signed-in-answer.ts'
import { hashRecovery, openRecovery, spendRecovery } from './recovery.ts'

/** The way back of a person without a passkey: a recovery code, or a recovery link (ADR 0020). */
export function recoverRoutes(ctx: BffContext): Route[] {
  const open = openRoute(ctx)
  return [
    open('/api/recover/options', { body: joinRequestSchema }, 'join', recoverOptions),
    open('/api/recover/verify', { body: joinVerifyRequestSchema }, 'join', recoverVerify),
  ]
}

/** `POST /api/recover/options`: creation options for the person's new passkey. Reading does not spend the code. */
async function recoverOptions({ ctx, body }: Opened<{ body: typeof joinRequestSchema }>) {
  const tokenHash = hashRecovery(body.token)
  const { adminId } = await openRecovery(ctx, ctx.db, tokenHash)
  const { name, user_handle: userHandle } = await personOf(ctx.db, adminId)
  const exclude = await descriptorsOf(ctx, adminId)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { challenge } = options
  return beginCeremony(ctx, { kind: 'recover', challenge, setup_token_hash: tokenHash }, { options })
}

/**
 * `POST /api/recover/verify`: the new passkey and a session, or nothing at all. All earlier sessions end; earlier
 * passkeys stay, so that whoever finds a code cannot lock its owner out. Each organization's audit log has an entry.
 */
async function recoverVerify({ ctx, exchange, body }: Opened<{ body: typeof joinVerifyRequestSchema }>) {
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'recover')
  const tokenHash = hashRecovery(body.token)
  if (ceremony.setup_token_hash !== tokenHash) throw bffError('RECOVERY_INVALID')
  const passkey = await verifyRegistration(ctx, { challenge: ceremony.challenge, given: body.response })
  const device = deviceOf(exchange)
  const { id, adminId, organizationIds } = await ctx.db.transaction().execute(async (trx) => {
    const recovery = await spendRecovery(ctx, trx, tokenHash)
    const organizationId = await lastOrganizationOf({ db: trx }, recovery.adminId)
    if (organizationId === undefined) throw bffError('RECOVERY_INVALID')
    const now = ctx.clock.now()
    await storePasskey(trx, { adminId: recovery.adminId, passkey, name: passkeyName(device), now })
    await trx.deleteFrom('bff_session').where('admin_id', '=', recovery.adminId).execute()
    await recordRecovery(ctx, trx, { exchange, ...recovery })
    const session = await createSession(ctx, trx, { adminId: recovery.adminId, organizationId, device })
    const organizationIds = await organizationIdsOf(trx, recovery.adminId)
    return { ...session, adminId: recovery.adminId, organizationIds }
  })
  for (const organizationId of organizationIds) ctx.live.publishChange(organizationId)
  ctx.log.info({ event: 'administrator_recovered', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

async function recordRecovery(
  ctx: BffContext,
  trx: BffTransaction,
  { exchange, adminId, kind }: { exchange: Exchange; adminId: string; kind: 'code' | 'link' },
): Promise<void> {
  const { name } = await personOf(trx, adminId)
  for (const id of await organizationIdsOf(trx, adminId)) {
    const by = auditActor(exchange, { admin: { id: adminId, name }, organization: { id } })
    await recordAudit(ctx, trx, { ...by, action: 'member.recovered', target: adminId, details: { by: kind } })
  }
}
