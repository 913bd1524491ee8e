import { sql, type RawBuilder } from 'kysely'
import type { HasDatabase } from '#bff/context-parts.ts'
import type { AuditFacets } from '#protocol/audit.ts'

/** Reads the actors and actions in the log, for the filters. */
export async function readAuditFacets(
  { db }: HasDatabase,
  organizationId: string,
): Promise<Pick<AuditFacets, 'actions' | 'actors'>> {
  const actions = await sql<{ action: string }>`
    ${distinct('action', organizationId)} select value as action from found where value is not null`.execute(
    db,
  )
  const actors = await sql<{ id: string; name: string }>`
    ${distinct('actor_id', organizationId)}
    select value as id, coalesce((
      select actor_name from bff_audit_entry where organization_id = ${organizationId} and actor_id = value
      order by sequence desc limit 1), '') as name
    from found where value is not null`.execute(db)
  return { actions: actions.rows.map(({ action }) => action), actors: actors.rows }
}

/**
 * SQL for `found`, the distinct values of a column in order. Jumps along an index, so it stays fast in a long log.
 */
function distinct(column: 'action' | 'actor_id', organizationId: string) {
  const first = (after: RawBuilder<unknown>) => sql`(
    select ${sql.ref(column)} as value from bff_audit_entry
    where organization_id = ${organizationId} and ${sql.ref(column)} is not null ${after}
    order by ${sql.ref(column)} limit 1)`
  return sql`with recursive found as (
    ${first(sql``)} union all
    select ${first(sql`and ${sql.ref(column)} > found.value`)} from found where value is not null)`
}
