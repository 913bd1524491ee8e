import { type AuditEntry, type AuditFilter, canonical } from '#protocol/org/audit.ts'
import { csvLine } from '#protocol/display/csv-line.ts'
import type { BffContext } from '#bff/context.ts'
import { toAuditEntry, filteredEntries } from './read-audit.ts'

const PAGE = 500
type ExportContext = Pick<BffContext, 'db' | 'log'>
type Format = 'csv' | 'jsonl'

/** The entries that a filter selects, oldest first, streamed: a long log is never held in memory. */
export function exportAudit(
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
