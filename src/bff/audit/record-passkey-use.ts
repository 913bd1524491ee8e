import type { BffContext, Exchange } from '#bff/context.ts'
import { callerAddress } from './audit-actor.ts'
import { recordAudit } from './record-audit.ts'

/** Somebody came in. */
export async function recordSignIn(
  ctx: BffContext,
  exchange: Exchange,
  { adminId, organizationId }: { adminId: string; organizationId: string },
): Promise<void> {
  await record(ctx, exchange, { adminId, organizationId, action: 'session.signed-in', result: 'done' })
}

/**
 * A passkey that is known here and did not let anybody in. One that nobody knows is entered nowhere: it belongs to no
 * organization, and strangers could fill the log.
 */
export async function recordRefusedSignIn(
  ctx: BffContext,
  exchange: Exchange,
  credentialId: unknown,
): Promise<void> {
  if (typeof credentialId !== 'string') return
  const memberships = await ctx.db
    .selectFrom('bff_admin_passkey as passkey')
    .innerJoin('bff_member as member', 'member.admin_id', 'passkey.admin_id')
    .select(['member.admin_id', 'member.organization_id'])
    .where('passkey.credential_id', '=', credentialId)
    .execute()
  for (const { admin_id: adminId, organization_id: organizationId } of memberships)
    await record(ctx, exchange, { adminId, organizationId, action: 'session.sign-in', result: 'refused' })
}

type Use = { adminId: string; organizationId: string; action: string; result: 'done' | 'refused' }

async function record(ctx: BffContext, exchange: Exchange, use: Use): Promise<void> {
  const { adminId, organizationId, action, result } = use
  const admin = await ctx.db
    .selectFrom('bff_admin')
    .select(['id', 'name'])
    .where('id', '=', adminId)
    .executeTakeFirst()
  await recordAudit(ctx, ctx.db, {
    organizationId,
    actor: admin ?? null,
    action,
    target: adminId,
    details: {},
    requestId: exchange.var.requestId,
    ipAddress: callerAddress(exchange),
    result,
  })
}
