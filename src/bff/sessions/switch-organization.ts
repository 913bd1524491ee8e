import type { createOrganizationRequestSchema, switchOrganizationRequestSchema } from '#protocol/members.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'
import { storeOrganization } from '#bff/organizations/organization.ts'
import { deviceOf } from './device.ts'
import { addMember } from './registration.ts'
import { createSession, type Session, type Asked } from './session.ts'
import { signedInAnswer } from './signed-in-answer.ts'

/**
 * `POST /api/session/organization`: switches to another organization of the person. It is another session: open
 * streams and widget tokens of the previous one end. "Not yours" and "not there" answer alike.
 */
export async function switchOrganization(
  ctx: BffContext,
  { exchange, session, body: { organizationId } }: Asked<{ body: typeof switchOrganizationRequestSchema }>,
): Promise<Response> {
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    const member = await trx
      .selectFrom('bff_member')
      .select('role')
      .where('admin_id', '=', session.admin.id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (member === undefined) throw bffError('NOT_FOUND')
    return moveTo(ctx, trx, { exchange, session, organizationId })
  })
  ctx.log.info({ event: 'organization_switched', adminId: session.admin.id, organizationId })
  return signedInAnswer(ctx, id)
}

/** `POST /api/organizations`: creates one, with the person as its owner, and switches to it. */
export async function createOwnOrganization(
  ctx: BffContext,
  { exchange, session, by, body: { name } }: Asked<{ body: typeof createOrganizationRequestSchema }>,
): Promise<Response> {
  if (ctx.createOrganization === undefined) throw bffError('NOT_FOUND')
  ctx.limits.invite.take(session.admin.id)
  const organization = await ctx.createOrganization(name.trim())
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    await storeOrganization(ctx, trx, organization)
    await addMember(trx, {
      organizationId: organization.id,
      adminId: session.admin.id,
      role: 'owner',
      now: ctx.clock.now(),
    })
    const moved = await moveTo(ctx, trx, { exchange, session, organizationId: organization.id })
    await recordAudit(ctx, trx, {
      ...by,
      organizationId: organization.id,
      action: 'organization.created',
      target: organization.id,
      details: { name: organization.name },
    })
    return moved
  })
  ctx.log.info({ event: 'organization_created', adminId: session.admin.id, organizationId: organization.id })
  return signedInAnswer(ctx, id)
}

type Move = { exchange: Exchange; session: Session; organizationId: string }

/** Another session of the same person, in another organization; the previous one ends. */
export async function moveTo(
  ctx: BffContext,
  trx: BffTransaction,
  { exchange, session, organizationId }: Move,
) {
  await trx.deleteFrom('bff_session').where('id_hash', '=', session.idHash).execute()
  return createSession(ctx, trx, {
    adminId: session.admin.id,
    organizationId,
    device: deviceOf(exchange),
    since: session,
  })
}
