import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import { exportRequestSchema } from '#protocol/exports.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { exportAnswer, UTF8_MARK, type ExportRow, startExport } from './start-export.ts'

const paramsSchema = z.strictObject({ exportId: uuidSchema })

/** Lists exported to CSV files in the background, each for the administrator who requested it. */
export function exportRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/exports', async (_, session) => answer(await listExports(ctx, session))),
    route('POST', '/api/exports', (exchange, session) => start(ctx, exchange, session)),
    route('DELETE', '/api/exports/:exportId', (exchange, session) => remove(ctx, exchange, session)),
    route('GET', '/api/exports/:exportId/file', async ({ req }, session) => {
      const { exportId } = parse(paramsSchema, req.param())
      return downloadExport(ctx, await requireOwn(ctx, session, exportId))
    }),
  ]
}

async function listExports(ctx: BffContext, session: Session) {
  const rows = await ownExports(ctx, session).orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map(exportAnswer)
}

async function start(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const input = await readBody(exchange.req.raw, exportRequestSchema)
  const started = await ctx.db.transaction().execute(async (trx) => {
    const made = await startExport(ctx, trx, session, input)
    const filters = Object.keys(input.filter).toSorted().join(', ')
    await recordAudit(ctx, trx, {
      ...auditActor(exchange, session),
      action: 'export.started',
      target: made.id,
      details: { kind: input.kind, filters },
    })
    return made
  })
  ctx.exports.wake()
  return answer(started)
}

/** Stops a running export, or deletes its file. */
async function remove(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  await readNoBody(exchange.req.raw)
  const { exportId } = parse(paramsSchema, exchange.req.param())
  const row = await requireOwn(ctx, session, exportId)
  await ctx.db.deleteFrom('bff_export').where('id', '=', row.id).execute()
  return answer({ success: true })
}

/** Answers alike for another's, an expired and an unknown one. @throws NOT_FOUND */
async function requireOwn(ctx: BffContext, session: Session, exportId: string) {
  const row = await ownExports(ctx, session).where('id', '=', exportId).executeTakeFirst()
  if (row === undefined) throw bffError('NOT_FOUND')
  return row
}

function ownExports(ctx: BffContext, { admin, organization }: Session) {
  return ctx.db
    .selectFrom('bff_export')
    .selectAll()
    .where('admin_id', '=', admin.id)
    .where('organization_id', '=', organization.id)
    .where('expires_at', '>', ctx.clock.now())
}

/** The file of a finished export, streamed page by page. @throws NOT_FOUND while there is none */
function downloadExport(ctx: BffContext, row: ExportRow): Response {
  if (row.state !== 'done') throw bffError('NOT_FOUND')
  const name = `${row.kind}-${row.created_at.toISOString().slice(0, 10)}.csv`
  return new Response(pagesOf(ctx, row), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(row.bytes),
    },
  })
}

function pagesOf(ctx: BffContext, { id, pages }: ExportRow): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let page = 0
  return new ReadableStream({
    start: (controller) => controller.enqueue(UTF8_MARK),
    pull: async (controller) => {
      if (page === pages) return controller.close()
      const found = await ctx.db
        .selectFrom('bff_export_page')
        .select('text')
        .where('export_id', '=', id)
        .where('page', '=', page)
        .executeTakeFirst()
      // Deleted while it is sent: a truncated file must not look complete.
      if (found === undefined) return controller.error(new Error('The export was deleted'))
      page += 1
      controller.enqueue(encoder.encode(found.text))
    },
  })
}
