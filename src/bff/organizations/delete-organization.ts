import { deleteOrganizationRequestSchema } from '#protocol/members.ts'
import { audited } from '#bff/audit/audited.ts'
import { auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { readBody } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { signedInAnswer } from '#bff/sessions/signed-in-answer.ts'
import { moveTo } from '#bff/sessions/switch-organization.ts'
import { firstOrganizationId } from './organization.ts'
import { deletePeopleWithoutOrganization } from '#bff/members/change-members.ts'

/**
 * `POST /api/organization/deletion`: ends the organization for all members, and switches its owner to another one of
 * theirs. Its audit log stays. `name` is typed by hand.
 *
 * @throws VALIDATION_FAILED for another name; ORGANIZATION_KEPT, LAST_ORGANIZATION, ORGANIZATION_HAS_WALLETS
 */
export async function deleteOrganization(
  ctx: BffContext,
  exchange: Exchange,
  session: Session,
): Promise<Response> {
  const { name } = await readBody(exchange.req.raw, deleteOrganizationRequestSchema)
  const { organization, admin } = session
  const { closeOrganization } = ctx
  if (name.trim() !== organization.name.trim())
    throw validationError([{ path: 'name', message: 'must be the name of this organization' }])
  if (closeOrganization === undefined || organization.id === (await firstOrganizationId(ctx)))
    throw bffError('ORGANIZATION_KEPT')
  const next = await anotherOf(ctx, session)
  if (next === undefined) throw bffError('LAST_ORGANIZATION')
  const entry = {
    action: 'organization.deleted',
    target: organization.id,
    details: { name: organization.name },
  }
  await audited(ctx, { ...auditActor(exchange, session), ...entry }, async () => {
    if ((await closeOrganization(organization.id)) === 'has-wallets')
      throw bffError('ORGANIZATION_HAS_WALLETS')
  })
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    const moved = await moveTo(ctx, trx, { exchange, session, organizationId: next })
    await removeMembers(trx, organization.id)
    return moved
  })
  ctx.log.info({ event: 'organization_deleted', adminId: admin.id, organizationId: organization.id })
  return signedInAnswer(ctx, id)
}

/** The owner's next one. */
async function anotherOf(ctx: BffContext, { admin, organization }: Session): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('bff_member')
    .select('organization_id')
    .where('admin_id', '=', admin.id)
    .where('organization_id', '<>', organization.id)
    .orderBy('entered_at', (order) => order.desc().nullsLast())
    .orderBy('organization_id')
    .executeTakeFirst()
  return row?.organization_id
}

/** Its row stays, as the audit log does; nothing leads to it. People without another organization are deleted. */
async function removeMembers(trx: BffTransaction, organizationId: string): Promise<void> {
  const members = await trx
    .deleteFrom('bff_member')
    .where('organization_id', '=', organizationId)
    .returning('admin_id')
    .execute()
  for (const table of [
    'bff_widget_session',
    'bff_session',
    'bff_integration',
    'bff_invitation',
    'bff_saved_address',
  ] as const)
    await trx.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  await deletePeopleWithoutOrganization(
    trx,
    members.map(({ admin_id: id }) => id),
  )
}
