import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { HasDatabase } from '#bff/context-parts.ts'
import type { AuditAction } from '#protocol/audit-actions.ts'
import type { AuditFacets, NamedKind } from '#protocol/audit.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'

/** Actions whose entries have the name of their target, and the kind of the target. */
const NAMING: Partial<Record<AuditAction, NamedKind>> = {
  'api-key.issued': 'api-key',
  'api-key.updated': 'api-key',
  'webhook.created': 'webhook',
  'webhook.updated': 'webhook',
  'integration.created': 'integration',
  'integration.updated': 'integration',
  'domain.added': 'domain',
  'policy.created': 'policy',
  'policy.updated': 'policy',
}

/** Newest entries that are read for names, per action. */
const ENTRIES_MAX = 200

const namesSchema = z.object({
  label: z.optional(z.string()),
  name: z.optional(z.string()),
  host: z.optional(z.string()),
  domain: z.optional(z.string()),
})

/** Reads the newest name of each thing in the log. Also names things that no longer exist. */
export async function readNamedThings(
  { db }: HasDatabase,
  organizationId: string,
): Promise<AuditFacets['things']> {
  const actions = sql.join(Object.keys(NAMING).map((action) => sql`(${action})`))
  // Each action is a range of an index, so a long log stays fast.
  const { rows } = await sql<{ action: string; target: string; details: string }>`
    select naming.action, entry.target, entry.details from (values ${actions}) as naming (action)
    cross join lateral (
      select target, details, sequence from bff_audit_entry
      where organization_id = ${organizationId} and action = naming.action and target is not null
        and result = 'done'
      order by sequence desc limit ${ENTRIES_MAX}) as entry
    order by entry.sequence desc`.execute(db)
  const things = new Map<string, AuditFacets['things'][number]>()
  for (const { action, target, details } of rows) {
    const { label, name, host, domain } = z.safeParse(namesSchema, tryJson(details)).data ?? {}
    const kind = new Map<string, NamedKind>(Object.entries(NAMING)).get(action)
    const found = label ?? name ?? host ?? domain ?? ''
    if (kind !== undefined && found !== '' && !things.has(target))
      things.set(target, { kind, id: target, name: found })
  }
  return [...things.values()]
}

/** Reads the organization's members. */
export async function readMembers(
  { db }: HasDatabase,
  organizationId: string,
): Promise<AuditFacets['things']> {
  const members = await db
    .selectFrom('bff_member as member')
    .innerJoin('bff_admin as admin', 'admin.id', 'member.admin_id')
    .select(['admin.id', 'admin.name'])
    .where('member.organization_id', '=', organizationId)
    .orderBy('admin.name')
    .execute()
  return members.map((member) => ({ kind: 'member', ...member }))
}

/** Reads the newest invitations that were sent by mail, whether or not they are still open. */
export async function readInvitations(
  { db }: HasDatabase,
  organizationId: string,
): Promise<AuditFacets['things']> {
  const invitations = await db
    .selectFrom('bff_invitation')
    .select(['id', 'email'])
    .where('organization_id', '=', organizationId)
    .where('email', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(ENTRIES_MAX)
    .execute()
  return invitations.map(({ id, email }) => ({ kind: 'invitation', id, name: email ?? '' }))
}
