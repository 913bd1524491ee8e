import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { type ListWalletsQuery, listWalletsQuerySchema, type Wallet } from '#protocol/wallets.ts'
import type { BffContext } from '#bff/context.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import type { Organization, ExportRunner } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { nextQuery } from '#server-kit/http/page-cursor.ts'
import { csvLine } from '#protocol/display/csv-line.ts'
import { filterOf, type ExportRow } from './start-export.ts'
import { sql } from 'kysely'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { secondsAfter } from '#server-kit/clock.ts'

/** After this time another process takes over from one that has ended. */
const LEASE_SECONDS = 60
const FAILURES_MAX = 6
const PAUSE_SECONDS = 10

/**
 * Continues an export, page by page, until it is done, refused, deleted, or `signal` is aborted. Each page is stored
 * together with the start of the next one, so that nothing is lost or written twice when a process ends.
 */
async function writeExport(ctx: BffContext, claimed: ExportRow, signal: AbortSignal): Promise<void> {
  const organization = await findOrganization(ctx, claimed.organization_id)
  if (organization === undefined) return
  let row: ExportRow | undefined = claimed
  while (row?.state === 'running' && !signal.aborted) row = await writePage(ctx, organization, row)
  if (signal.aborted && row !== undefined) await release(ctx, row)
}

async function writePage(
  ctx: BffContext,
  organization: Organization,
  row: ExportRow,
): Promise<ExportRow | undefined> {
  try {
    const { content, headers } = await callUpstream(ctx, organization, {
      base: 'baas',
      endpoint: BAAS_ENDPOINTS.listWallets,
      requestId: randomUUID(),
      query: queryOf(row),
    })
    const text = (row.pages === 0 ? WALLETS_HEAD : '') + walletLines(content)
    return await storePage(ctx, row, { text, rows: content.length, next: nextQuery(headers['link']) })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await noteFailure(ctx, row, error)
    return undefined
  }
}

function queryOf(row: ExportRow): ListWalletsQuery {
  if (row.next_query !== null) return listWalletsQuerySchema.parse(JSON.parse(row.next_query))
  return { ...filterOf(row), limit: String(PAGE_LIMIT_MAX) }
}

const cursorSchema = z.object({ cursor: z.string() })

type Page = { text: string; rows: number; next: Record<string, string> | undefined }

/** Undefined when the export was deleted, or another process has continued it. */
async function storePage(ctx: BffContext, row: ExportRow, page: Page): Promise<ExportRow | undefined> {
  const now = ctx.clock.now()
  // Only the cursor of the upstream's link is used: the admin's filter stays.
  const cursor = cursorSchema.safeParse(page.next).data?.cursor
  const isLast = cursor === undefined
  const { cursor: _, ...query } = queryOf(row)
  return ctx.db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('bff_export')
      .set({
        rows: row.rows + page.rows,
        bytes: row.bytes + Buffer.byteLength(page.text),
        pages: row.pages + 1,
        next_query: isLast ? null : JSON.stringify({ ...query, cursor }),
        failures: 0,
        lease_until: secondsAfter(now, LEASE_SECONDS),
        ...(isLast && { state: 'done' as const, finished_at: now }),
      })
      .where('id', '=', row.id)
      .where('pages', '=', row.pages)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst()
    if (updated === undefined) return undefined
    await trx
      .insertInto('bff_export_page')
      .values({ export_id: row.id, page: row.pages, text: page.text })
      .execute()
    return updated
  })
}

/** Transient failures are retried; a refusal by the service would repeat. */
async function noteFailure(ctx: BffContext, row: ExportRow, error: HttpError): Promise<void> {
  const now = ctx.clock.now()
  const failures = row.failures + 1
  const mayPass = (error.status === 429 || error.status >= 500) && error.code !== 'UPSTREAM_LACKS'
  const isOver = !mayPass || failures >= FAILURES_MAX
  const wait = Math.max(PAUSE_SECONDS, Number(error.headers['retry-after'] ?? 0) || 0)
  await ctx.db
    .updateTable('bff_export')
    .set({
      failures,
      lease_until: secondsAfter(now, wait),
      ...(isOver && { state: 'failed' as const, problem: error.publicMessage, finished_at: now }),
    })
    .where('id', '=', row.id)
    .where('state', '=', 'running')
    .execute()
  ctx.log.warn({ event: 'export_page_failed', exportId: row.id, code: error.code, failures })
}

/** Releases the lease for the next process. */
async function release(ctx: BffContext, row: ExportRow): Promise<void> {
  await ctx.db
    .updateTable('bff_export')
    .set({ lease_until: ctx.clock.now() })
    .where('id', '=', row.id)
    .where('pages', '=', row.pages)
    .execute()
}

const COLUMNS = [
  'address',
  'label',
  'externalUserId',
  'externalUserLabel',
  'createdAtDatetime',
  'id',
] as const satisfies readonly (keyof Wallet)[]

/** The header line. */
const WALLETS_HEAD = csvLine(COLUMNS)

/** A page of wallets as lines of a CSV file. */
function walletLines(wallets: readonly Wallet[]): string {
  return wallets.map((wallet) => csvLine(COLUMNS.map((column) => wallet[column]))).join('')
}

/** How often a process looks for abandoned exports and due retries. */
const LOOK_MS = 10_000

export function createExportRunner(context: () => BffContext): ExportRunner {
  const ending = new AbortController()
  const loop = createJobLoop({
    round: async () => {
      const ctx = context()
      await forgetExpired(ctx)
      const row = await claim(ctx)
      if (row !== undefined) await writeExport(ctx, row, ending.signal)
      return row !== undefined
    },
    pollMs: LOOK_MS,
    log: { warn: (...line: [object, string]) => context().log.warn(...line) },
    complaint: 'exports could not be made; trying again',
  })
  const wake = () => {
    if (!ending.signal.aborted) loop.start()
  }
  return {
    start: wake,
    wake,
    stop: () => {
      ending.abort()
      return loop.stop()
    },
  }
}

/** The oldest unclaimed one. Two processes never claim the same. */
async function claim(ctx: BffContext): Promise<ExportRow | undefined> {
  const now = ctx.clock.now()
  const claimed = await sql<ExportRow>`
    update bff_export set lease_until = ${now}::timestamptz + ${LEASE_SECONDS}::integer * interval '1 second'
    where id = (
      select id from bff_export
      where state = 'running' and lease_until <= ${now}::timestamptz
      order by created_at limit 1
      for update skip locked
    )
    returning *`.execute(ctx.db)
  return claimed.rows[0]
}

async function forgetExpired(ctx: BffContext): Promise<void> {
  await ctx.db.deleteFrom('bff_export').where('expires_at', '<=', ctx.clock.now()).execute()
}
