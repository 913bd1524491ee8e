import { sql, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { HasDatabase } from '#bff/context-parts.ts'
import type { BffTables, AuditTables } from '#bff/db/tables.ts'
import { auditDetailsSchema, type AuditEntry, type AuditFilter, type AuditPage } from '#protocol/audit.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'

export type AuditRow = Selectable<AuditTables['bff_audit_entry']>

/** Converts a row to the entry that is returned and hashed. */
export function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    organizationId: row.organization_id,
    sequence: String(row.sequence),
    occurredAtDatetime: row.occurred_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    action: row.action,
    target: row.target,
    // Details that were manipulated in the table are returned empty. Their hash reveals the change.
    details: auditDetailsSchema.safeParse(tryJson(row.details)).data ?? {},
    result: row.result,
    requestId: row.request_id,
    ipAddress: row.ip_address,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

type Entries = SelectQueryBuilder<BffTables, 'bff_audit_entry', object>

export function filteredEntries(ctx: HasDatabase, organizationId: string, filter: AuditFilter): Entries {
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
    const part = target.toLowerCase()
    entries = entries.where(
      sql<boolean>`(strpos(lower(target), ${part}) > 0 or strpos(lower(details), ${part}) > 0)`,
    )
  }
  if (result !== undefined) entries = entries.where('result', '=', result)
  if (sinceDatetime !== undefined) entries = entries.where('occurred_at', '>=', new Date(sinceDatetime))
  if (untilDatetime !== undefined) entries = entries.where('occurred_at', '<', new Date(untilDatetime))
  return entries
}

const PAGE = 500

/** Reads entries page by page, oldest first, so that a long log is never held in memory. */
export async function* entryPages(entries: Entries): AsyncGenerator<AuditRow[], undefined> {
  let after = '0'
  let rows
  do {
    rows = await entries.selectAll().where('sequence', '>', after).orderBy('sequence').limit(PAGE).execute()
    after = String(rows.at(-1)?.sequence ?? after)
    yield rows
  } while (rows.length === PAGE)
}

/** Reads one page of an organization's audit log, newest first. `cursor` is the number of the last entry seen. */
export async function readAuditPage(
  ctx: HasDatabase,
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
