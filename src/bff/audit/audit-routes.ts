import * as z from 'zod/mini'
import {
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
import { csvLine } from '#protocol/display/csv-line.ts'

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
  await recordAudit(ctx, ctx.db, { ...by, action: 'audit.exported', target: null, details: plain(query) })
  return textFile(exportAudit(asked), { name: 'audit', format, at: ctx.clock.now() })
}

function plain(filter: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

type Exporting = Asked<{ query: typeof exportAuditQuerySchema }>

/** The entries that a filter selects, oldest first. */
async function* exportAudit({ ctx, by, query }: Exporting): AsyncGenerator<string, undefined> {
  const { format, ...filter } = query
  if (format === 'csv') yield csvLine(COLUMNS.map(([name]) => name))
  const lineOf = (entry: AuditEntry) =>
    format === 'csv' ? csvLine(COLUMNS.map(([, value]) => value(entry))) : `${JSON.stringify(entry)}\n`
  for await (const rows of entryPages(filteredEntries(ctx, by.organizationId, filter)))
    yield rows.map((row) => lineOf(toAuditEntry(row))).join('')
}

const COLUMNS: readonly (readonly [name: string, value: (entry: AuditEntry) => string])[] = [
  ['sequence', ({ sequence }) => sequence],
  ['occurredAtDatetime', ({ occurredAtDatetime }) => occurredAtDatetime],
  ['actorId', ({ actor }) => actor?.id ?? ''],
  ['actorName', ({ actor }) => actor?.name ?? ''],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target ?? ''],
  ['result', ({ result }) => result],
  ['details', ({ details }) => canonical(details)],
  ['ipAddress', ({ ipAddress }) => ipAddress ?? ''],
  ['requestId', ({ requestId }) => requestId],
  ['previousHash', ({ previousHash }) => previousHash],
  ['hash', ({ hash }) => hash],
]
