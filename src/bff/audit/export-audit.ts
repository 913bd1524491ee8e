import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { textFile } from '#bff/http/exchange.ts'
import { auditDetailsSchema, type AuditEntry } from '#protocol/audit.ts'
import { canonical } from '#protocol/canonical-json.ts'
import { csvFields, csvLine } from '#protocol/display/csv-line.ts'
import { entryPages, filteredEntries, toAuditEntry } from './read-audit.ts'
import { recordAudit } from './record-audit.ts'
import { recordLostCalls } from './record-lost-calls.ts'

/** Exports the log as a file. The export itself is its last entry. */
export const exportAudit: ConsoleOperation<'exportAudit', WritesAudit & HasDatabase> = async (asked) => {
  const { ctx, session, by, action, query } = asked
  const { format } = query
  await recordLostCalls(ctx, session.organization.id)
  const details = auditDetailsSchema.parse(query)
  await recordAudit(ctx, ctx.db, { ...by, action, target: null, details })
  return textFile(exportLines(asked), { name: 'audit', format, at: ctx.clock.now() })
}

/** Entries that match a filter, oldest first. */
async function* exportLines(asked: AskedOf<'exportAudit', HasDatabase>): AsyncGenerator<string, undefined> {
  const { ctx, by, query } = asked
  const { format, ...filter } = query
  if (format === 'csv') yield csvLine(COLUMNS)
  for await (const rows of entryPages(filteredEntries(ctx, by.organizationId, filter)))
    yield rows.map((row) => formatLine[format](toAuditEntry(row))).join('')
}

const COLUMNS =
  `sequence occurredAtDatetime actorId actorName action target result details ipAddress requestId
  previousHash hash`.split(/\s+/)
const formatLine = {
  jsonl: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  csv: ({ actor, details, ...entry }: AuditEntry) => {
    const plain = { actorId: actor?.id, actorName: actor?.name, details: canonical(details) }
    return csvLine(csvFields(COLUMNS, { ...entry, ...plain }))
  },
}
