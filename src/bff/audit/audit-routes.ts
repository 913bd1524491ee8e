import {
  auditProofQuerySchema,
  exportAuditQuerySchema,
  listAuditQuerySchema,
  type AuditEntry,
  type AuditFilter,
  canonical,
} from '#protocol/audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { readNoQuery, readQuery } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute, type SessionHandler } from '#bff/sessions/with-session.ts'
import { auditFacets, listAudit, toAuditEntry, filteredEntries } from './read-audit.ts'
import { proveAudit } from './prove-audit.ts'
import { recordAudit, auditActor } from './record-audit.ts'
import { recordLost } from './audited.ts'
import { csvLine } from '#protocol/display/csv-line.ts'

const LIMIT = 50
const LIMIT_MAX = 200

/** The organization's audit log (ADR 0020): read, export and verify; nothing here changes it. */
export function auditRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  const get = (path: string, read: SessionHandler) =>
    route('GET', path, async (exchange, session) => {
      await recordLost(ctx, session.organization.id)
      return read(exchange, session)
    })
  return [
    get('/api/audit', ({ req }, { organization }) => {
      const { cursor, limit, ...filter } = readQuery(req.raw, listAuditQuerySchema)
      return listed(ctx, organization.id, { filter, cursor, limit })
    }),
    get('/api/audit/facets', async ({ req }, { organization }) => {
      readNoQuery(req.raw)
      return answer(await auditFacets(ctx, organization.id))
    }),
    get('/api/audit/proof', async ({ req }, { organization }) =>
      answer(await proveAudit(ctx, organization.id, readQuery(req.raw, auditProofQuerySchema))),
    ),
    get('/api/audit/export', (exchange, session) => exported(ctx, exchange, session)),
  ]
}

type ListInput = Omit<Parameters<typeof listAudit>[2], 'limit'> & { limit: string | undefined }

async function listed(ctx: BffContext, organizationId: string, { limit, ...input }: ListInput) {
  const rows = Math.min(Math.max(Number(limit ?? LIMIT), 1), LIMIT_MAX)
  return answer(await listAudit(ctx, organizationId, { ...input, limit: rows }))
}

/** A file. The export itself is the last entry in it. */
async function exported(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const { format, ...filter } = readQuery(exchange.req.raw, exportAuditQuerySchema)
  const who = auditActor(exchange, session)
  const details = { format, ...plain(filter) }
  await recordAudit(ctx, ctx.db, { ...who, action: 'audit.exported', target: null, details })
  const day = ctx.clock.now().toISOString().slice(0, 10)
  return new Response(exportAudit(ctx, session.organization.id, { filter, format }), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${day}.${format}"`,
      'x-request-id': exchange.var.requestId,
    },
  })
}

function plain(filter: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const PAGE = 500
type ExportContext = Pick<BffContext, 'db' | 'log'>
type Format = 'csv' | 'jsonl'

/** The entries that a filter selects, oldest first, streamed: a long log is never held in memory. */
function exportAudit(
  ctx: ExportContext,
  organizationId: string,
  { filter, format }: { filter: AuditFilter; format: Format },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after = '0'
  let begun = false
  return new ReadableStream({
    async pull(controller) {
      const rows = await filteredEntries(ctx, organizationId, filter)
        .selectAll()
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(PAGE)
        .execute()
      const lines = rows.map(toAuditEntry).map((entry) => lineOf(entry, format))
      if (!begun && format === 'csv') lines.unshift(csvLine(COLUMNS))
      begun = true
      after = String(rows.at(-1)?.sequence ?? after)
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
      if (rows.length < PAGE) controller.close()
    },
  })
}

const COLUMNS = [
  'sequence',
  'occurredAtDatetime',
  'actorId',
  'actorName',
  'action',
  'target',
  'result',
  'details',
  'ipAddress',
  'requestId',
  'previousHash',
  'hash',
]

function lineOf(entry: AuditEntry, format: Format): string {
  if (format === 'jsonl') return `${JSON.stringify(entry)}\n`
  return csvLine([
    entry.sequence,
    entry.occurredAtDatetime,
    entry.actor?.id ?? '',
    entry.actor?.name ?? '',
    entry.action,
    entry.target ?? '',
    entry.result,
    canonical(entry.details),
    entry.ipAddress ?? '',
    entry.requestId,
    entry.previousHash,
    entry.hash,
  ])
}
