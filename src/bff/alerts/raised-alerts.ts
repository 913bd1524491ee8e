import { sql } from 'kysely'
import type { Alert } from '#protocol/alerts.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'

/** How long a new owner or admin is an alert, unless removed before. */
const NEW_ADMIN_MS = 72 * 3_600_000

/** What is raised now in an organization: the console's own alerts, and those that the service reports. */
export async function raisedAlerts(
  ctx: BffContext,
  organization: Organization,
): Promise<UpstreamAnswer<Alert[]>> {
  const call = { endpoint: ORG_ENDPOINTS.listAlerts }
  const answer = await callUpstream(ctx, organization, call).catch((error: unknown) => {
    ctx.log.debug({ err: error }, 'the service has no alerts')
    return { status: 200, content: [], headers: {} }
  })
  return { ...answer, content: [...(await newAdmins(ctx, organization.id)), ...answer.content] }
}

/** Who lately became an owner or admin, and still is. The audit log is what knows. */
async function newAdmins({ db, clock }: BffContext, organizationId: string): Promise<Alert[]> {
  const since = new Date(clock.now().getTime() - NEW_ADMIN_MS)
  const { rows } = await sql<Omit<Alert, 'raisedAtDatetime'> & { at: Date }>`
    select distinct on (admin.id) 'admin-' || sequence as id, 'admin-added' as kind, admin.id as subject, admin.name,
      occurred_at as at
    from bff_audit_entry entry
      join bff_member member on member.organization_id = entry.organization_id and member.admin_id = entry.target
      join bff_admin admin on admin.id = member.admin_id
    where entry.organization_id = ${organizationId} and occurred_at > ${since}
      and action in ('member.joined', 'member.role-changed') and member.role in ('owner', 'admin')
      and coalesce(details::json ->> 'role', details::json ->> 'to') in ('owner', 'admin')
      and details::json ->> 'from' is distinct from 'owner'
    order by admin.id, sequence desc`.execute(db)
  return rows.map(({ at, ...alert }) => ({ ...alert, raisedAtDatetime: at.toISOString() }))
}
