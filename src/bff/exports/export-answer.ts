import type { Selectable } from 'kysely'
import { walletExportFilterSchema, type Export, type WalletExportFilter } from '#protocol/org/exports.ts'
import type { BffTables } from '#bff/db/tables.ts'

export type ExportRow = Selectable<BffTables['bff_export']>

export function exportAnswer(row: ExportRow): Export {
  return {
    id: row.id,
    kind: row.kind,
    filter: filterOf(row),
    state: row.state,
    rows: row.rows,
    bytes: row.bytes,
    ...(row.problem !== null && { problem: row.problem }),
    createdAtDatetime: row.created_at.toISOString(),
    ...(row.finished_at !== null && { finishedAtDatetime: row.finished_at.toISOString() }),
    expiresAtDatetime: row.expires_at.toISOString(),
  }
}

export function filterOf({ filter }: Pick<ExportRow, 'filter'>): WalletExportFilter {
  return walletExportFilterSchema.parse(JSON.parse(filter))
}

/** The byte order mark, by which a spreadsheet detects UTF-8. Not stored: databases strip it from a text. */
export const UTF8_MARK = new Uint8Array([0xef, 0xbb, 0xbf])
