import type { Alert } from '#protocol/alerts.ts'
import { reaches, roleSchema } from '#protocol/console-access.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { HttpError } from '#server-kit/http/http-error.ts'

/** How long a new owner or admin is an alert, unless removed before. */
const NEW_ADMIN_MS = 72 * 3_600_000
/** Answers of a service without alerts, or for a key without access to them. */
const LACKING = new Set([403, 404, 501])

/** What is raised now in an organization, newest first: the service's alerts, where it has any, and the console's own. */
export async function raisedAlerts(
  ctx: BffContext,
  organization: Organization,
  requestId: string,
): Promise<Alert[]> {
  const call = { base: 'org', endpoint: ORG_ENDPOINTS.listAlerts, requestId } as const
  const ofService = callUpstream(ctx, organization, call).then(
    ({ content }) => content,
    (error: unknown) => {
      if (error instanceof HttpError && LACKING.has(error.status)) return []
      throw error
    },
  )
  const [own, others] = await Promise.all([newAdmins(ctx, organization.id), ofService])
  return [...own, ...others].toSorted((one, other) =>
    other.raisedAtDatetime.localeCompare(one.raisedAtDatetime),
  )
}

/** Who lately became an owner or admin and still is: the audit log is what tells. The person who set it up is no news. */
async function newAdmins(ctx: BffContext, organizationId: string): Promise<Alert[]> {
  const rows = await ctx.db
    .selectFrom('bff_audit_entry as entry')
    .innerJoin('bff_member as member', (join) =>
      join
        .onRef('member.organization_id', '=', 'entry.organization_id')
        .onRef('member.admin_id', '=', 'entry.target'),
    )
    .innerJoin('bff_admin as admin', 'admin.id', 'member.admin_id')
    .select(['entry.sequence', 'entry.occurred_at', 'entry.details', 'admin.id', 'admin.name', 'member.role'])
    .where('entry.organization_id', '=', organizationId)
    .where('entry.action', 'in', ['member.joined', 'member.role-changed'])
    .where('entry.occurred_at', '>', new Date(ctx.clock.now().getTime() - NEW_ADMIN_MS))
    .orderBy('entry.sequence')
    .execute()
  const newest = new Map<string, Alert>()
  for (const { sequence, occurred_at: at, details, id, name, role } of rows) {
    if (!reaches(role, 'admin') || !makesAdmin(details)) continue
    newest.set(id, {
      id: `admin-${sequence}`,
      kind: 'admin-added',
      subject: id,
      name,
      raisedAtDatetime: at.toISOString(),
    })
  }
  return [...newest.values()]
}

/** By the entry's details: `role` of who joined, `from` and `to` of a change. A lesser role is no news. */
function makesAdmin(details: string): boolean {
  const given = new Map<string, unknown>(Object.entries(JSON.parse(details)))
  const [from, to] = ['from', 'to'].map((name) => roleSchema.safeParse(given.get(name)).data)
  const role = roleSchema.safeParse(given.get('role')).data ?? to
  return role !== undefined && reaches(role, 'admin') && !(from !== undefined && reaches(from, role))
}
