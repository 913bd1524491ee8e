import type { AuditFilter, AuditPage } from '#protocol/org/audit.ts'
import type { BffContext } from '#bff/context.ts'
import { toAuditEntry } from './audit-entry.ts'
import { filteredEntries } from './audit-filter.ts'

/** One page of an organization's audit log, newest first. `cursor`: the number of the last entry that was seen. */
export async function listAudit(
  ctx: Pick<BffContext, 'db'>,
  organizationId: string,
  { filter, cursor, limit }: { filter: AuditFilter; cursor: string | undefined; limit: number },
): Promise<AuditPage> {
  let query = filteredEntries(ctx, organizationId, filter)
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('sequence', '<', cursor)
  const rows = await query.execute()
  const entries = rows.slice(0, limit).map(toAuditEntry)
  return { entries, next: rows.length > limit ? (entries.at(-1)?.sequence ?? null) : null }
}

/** Who and what occurs in the log, for the filters. */
export async function auditFacets(ctx: Pick<BffContext, 'db'>, organizationId: string) {
  const entries = filteredEntries(ctx, organizationId, {})
  const actions = await entries.select('action').distinct().orderBy('action').execute()
  const actors = await entries
    .select(['actor_id', 'actor_name'])
    .where('actor_id', 'is not', null)
    .distinctOn('actor_id')
    .orderBy('actor_id')
    .orderBy('sequence', 'desc')
    .execute()
  return {
    actions: actions.map(({ action }) => action),
    actors: actors.map(({ actor_id: id, actor_name: name }) => ({ id: id ?? '', name: name ?? '' })),
  }
}
