import type { Selectable } from 'kysely'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { WritesAudit } from '#bff/context-parts.ts'
import type { AuditBy } from '#bff/context.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import type { BffTables } from '#bff/db/tables.ts'
import type { SavedAddress } from '#protocol/console/address-book.ts'

/** Converts a row to the format in which the console returns it. */
export function toSavedAddress(row: Selectable<BffTables['bff_saved_address']>): SavedAddress {
  const { address, label, note, payee_name: payeeName, saved_by: savedBy, updated_at: updatedAt } = row
  return { address, label, note, payeeName, savedBy, updatedAtDatetime: updatedAt.toISOString() }
}

type Entry = AuditBy & { action: string }

/** Records a change of an address in the audit log. */
export function recordAddress(
  ctx: WritesAudit,
  db: BffDatabase,
  entry: Entry,
  { address, label }: SavedAddress,
): Promise<void> {
  return recordAudit(ctx, db, { ...entry, target: address, details: { label } })
}
