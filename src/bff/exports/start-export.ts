import { randomUUID } from 'node:crypto'
import {
  type Export,
  type ExportRequest,
  walletExportFilterSchema,
  type WalletExportFilter,
} from '#protocol/exports.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTransaction, BffTables } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'
import type { Session } from '#bff/sessions/session.ts'
import type { Selectable } from 'kysely'

const LIFETIME_SECONDS = 24 * 3_600
const RUNNING_MAX = 3
/** Beyond this the oldest are deleted. */
const OWN_MAX = 10

/** Queues an export. @throws CONFLICT while three of the same administrator are running */
export async function startExport(
  ctx: BffContext,
  trx: BffTransaction,
  session: Pick<Session, 'admin' | 'organization'>,
  { kind, filter }: ExportRequest,
): Promise<Export> {
  const now = ctx.clock.now()
  await makeRoom(trx, session.admin.id)
  const row: ExportRow = {
    id: randomUUID(),
    organization_id: session.organization.id,
    admin_id: session.admin.id,
    kind,
    filter: JSON.stringify(filter),
    state: 'running',
    rows: 0,
    bytes: UTF8_MARK.byteLength,
    pages: 0,
    next_query: null,
    problem: null,
    failures: 0,
    lease_until: now,
    created_at: now,
    finished_at: null,
    expires_at: new Date(now.getTime() + LIFETIME_SECONDS * 1_000),
  }
  await trx.insertInto('bff_export').values(row).execute()
  return exportAnswer(row)
}

async function makeRoom(trx: BffTransaction, adminId: string): Promise<void> {
  const own = await trx
    .selectFrom('bff_export')
    .select(['id', 'state'])
    .where('admin_id', '=', adminId)
    .orderBy('created_at', 'desc')
    .execute()
  const running = own.filter(({ state }) => state === 'running')
  if (running.length >= RUNNING_MAX)
    throw bffError('CONFLICT', 'Three exports are being made already. Wait for one of them, or delete it.')
  const old = own.filter(({ state }) => state !== 'running').slice(OWN_MAX - running.length - 1)
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await trx.deleteFrom('bff_export').where('id', 'in', ids).execute()
}

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
