import { sql, type SelectQueryBuilder } from 'kysely'
import type { AuditFilter } from '#protocol/org/audit.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'

type Entries = SelectQueryBuilder<BffTables, 'bff_audit_entry', object>

/** The organization's entries that a filter leaves. */
export function filteredEntries(ctx: Pick<BffContext, 'db'>, organizationId: string, filter: AuditFilter) {
  const { actor, action, target, result, sinceDatetime, untilDatetime } = filter
  let entries: Entries = ctx.db.selectFrom('bff_audit_entry').where('organization_id', '=', organizationId)
  if (actor !== undefined) entries = entries.where('actor_id', '=', actor)
  if (action !== undefined) {
    const within = `${action}.`
    entries = entries.where((where) =>
      where.or([where('action', '=', action), sql<boolean>`starts_with(action, ${within})`]),
    )
  }
  if (target !== undefined) {
    entries = entries.where(sql<boolean>`strpos(lower(target), ${target.toLowerCase()}) > 0`)
  }
  if (result !== undefined) entries = entries.where('result', '=', result)
  if (sinceDatetime !== undefined) entries = entries.where('occurred_at', '>=', new Date(sinceDatetime))
  if (untilDatetime !== undefined) entries = entries.where('occurred_at', '<', new Date(untilDatetime))
  return entries
}
