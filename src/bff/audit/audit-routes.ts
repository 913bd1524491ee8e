import * as z from 'zod/mini'
import {
  auditDetailsSchema,
  auditProofQuerySchema,
  exportAuditQuerySchema,
  listAuditQuerySchema,
  type AuditEntry,
} from '#protocol/audit.ts'
import { canonical } from '#protocol/canonical-json.ts'
import type { BffContext, Route, Asked } from '#bff/context.ts'
import { textFile } from '#bff/http/exchange.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { auditFacets, entryPages, filteredEntries, listAudit, toAuditEntry } from './read-audit.ts'
import { proveAudit } from './prove-audit.ts'
import { recordAudit } from './record-audit.ts'
import { recordLost } from './audited-call.ts'
import { csvFields, csvLine } from '#protocol/display/csv-line.ts'

const LIMIT = 50
const LIMIT_MAX = 200

/** The organization's audit log (ADR 0020): read, export and verify; nothing here changes it. */
export function auditRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  const get = <Query extends z.ZodMiniType>(
    path: string,
    query: Query,
    read: (asked: Asked<{ query: Query }>) => unknown,
  ) =>
    route('GET', path, { query }, async (asked) => {
      await recordLost(ctx, asked.session.organization.id)
      return read(asked)
    })
  return [
    get('/api/audit', listAuditQuerySchema, ({ session, query: { cursor, limit = LIMIT, ...filter } }) =>
      listAudit(ctx, session.organization.id, {
        filter,
        cursor,
        limit: Math.min(Math.max(Number(limit), 1), LIMIT_MAX),
      }),
    ),
    get('/api/audit/facets', z.strictObject({}), ({ session }) => auditFacets(ctx, session.organization.id)),
    get('/api/audit/proof', auditProofQuerySchema, ({ session, query }) =>
      proveAudit(ctx, session.organization.id, query),
    ),
    get('/api/audit/export', exportAuditQuerySchema, exported),
  ]
}

/** A file. The export itself is the last entry in it. */
async function exported(asked: Exporting): Promise<Response> {
  const { ctx, by, query } = asked
  const { format } = query
  const details = auditDetailsSchema.parse(query)
  await recordAudit(ctx, ctx.db, { ...by, action: 'audit.exported', target: null, details })
  return textFile(exportAudit(asked), { name: 'audit', format, at: ctx.clock.now() })
}

type Exporting = Asked<{ query: typeof exportAuditQuerySchema }>

/** The entries that a filter selects, oldest first. */
async function* exportAudit({ ctx, by, query }: Exporting): AsyncGenerator<string, undefined> {
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
