import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RecoveryLink } from '#protocol/members.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { organizationIdsOf } from '#bff/sessions/session.ts'
import { recoveryLink } from './recovery.ts'

type Administrator = { id: string; name: string; organizations: string[]; passkeys: number }

/** How many passkeys the person of the table `admin` has. */
export const passkeyCount =
  sql<number>`(select count(*)::int from bff_admin_passkey where admin_id = admin.id)`.as('passkeys')

/** Everybody who can sign in to the console, by name. */
export function listAdministrators({ db }: BffContext): Promise<Administrator[]> {
  return db
    .selectFrom('bff_admin as admin')
    .innerJoin('bff_member as member', 'member.admin_id', 'admin.id')
    .innerJoin('bff_organization as organization', 'organization.id', 'member.organization_id')
    .select(['admin.id', 'admin.name'])
    .select(sql<string[]>`array_agg(organization.name order by organization.name)`.as('organizations'))
    .select(passkeyCount)
    .groupBy(['admin.id', 'admin.name'])
    .orderBy('admin.name')
    .orderBy('admin.id')
    .execute()
}

/** `latchkey admins recover`: a recovery link, recorded in the log of each organization of the person. */
export function startRecoveryByOperator(ctx: BffContext, adminId: string): Promise<RecoveryLink | undefined> {
  return ctx.db.transaction().execute(async (trx) => {
    const organizationIds = await organizationIdsOf(trx, adminId)
    if (organizationIds.length === 0) return undefined
    const link = await recoveryLink(ctx, trx, adminId, null)
    const entry = { actor: null, action: 'member.recovery-started', target: adminId, requestId: randomUUID() }
    for (const organizationId of organizationIds)
      await recordAudit(ctx, trx, { organizationId, ...entry, details: { by: 'operator' } })
    return link
  })
}
