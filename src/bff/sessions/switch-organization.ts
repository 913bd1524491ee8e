import type { createOrganizationRequestSchema, switchOrganizationRequestSchema } from '#protocol/members.ts'
import type { Asked, Asking, BffTransaction } from '#bff/context.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import { bffError } from '#bff/http/exchange.ts'
import { memberOf } from '#bff/members/change-members.ts'
import { storeOrganization } from '#bff/organizations/organization.ts'
import { deviceOf, createSession } from './session.ts'
import { addMember } from './registration.ts'
import { signedInAnswer } from './signed-in-answer.ts'

/**
 * `POST /api/session/organization`: switches to another organization of the person. It is another session: open
 * streams and widget tokens of the previous one end. "Not yours" and "not there" answer alike.
 */
export async function switchOrganization(asked: Asked<{ body: typeof switchOrganizationRequestSchema }>) {
  const { ctx, session, body } = asked
  const { organizationId } = body
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    if ((await memberOf(trx, organizationId, session.admin.id)) === undefined) throw bffError('NOT_FOUND')
    return moveTo(trx, asked, organizationId)
  })
  ctx.log.info({ event: 'organization_switched', adminId: session.admin.id, organizationId })
  return signedInAnswer(ctx, id)
}

/** `POST /api/organizations`: creates one, with the person as its owner, and switches to it. */
export async function createOwnOrganization(asked: Asked<{ body: typeof createOrganizationRequestSchema }>) {
  const { ctx, session, by, body } = asked
  if (ctx.createOrganization === undefined) throw bffError('NOT_FOUND')
  ctx.limits.invite.take(session.admin.id)
  const { id: adminId } = session.admin
  const organization = await ctx.createOrganization(body.name.trim())
  const { id: organizationId, name } = organization
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    await storeOrganization(ctx, trx, organization)
    await addMember(trx, { organizationId, adminId, role: 'owner', now: ctx.clock.now() })
    const moved = await moveTo(trx, asked, organizationId)
    const entry = { action: 'organization.created', target: organizationId, details: { name } }
    await recordAudit(ctx, trx, { ...by, organizationId, ...entry })
    return moved
  })
  ctx.log.info({ event: 'organization_created', adminId, organizationId })
  return signedInAnswer(ctx, id)
}

/** Another session of the same person, in another organization; the previous one ends. */
export async function moveTo(trx: BffTransaction, asked: Asking, organizationId: string) {
  const { ctx, exchange, session } = asked
  await trx.deleteFrom('bff_session').where('id_hash', '=', session.idHash).execute()
  return createSession(ctx, trx, {
    adminId: session.admin.id,
    organizationId,
    device: deviceOf(exchange),
    since: session,
  })
}
