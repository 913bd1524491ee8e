import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import type { ExportRow } from './export-answer.ts'
import { UTF8_MARK } from './utf8-mark.ts'

/** The file of an export that is done, sent page by page. @throws NOT_FOUND while there is none */
export function downloadExport(ctx: BffContext, row: ExportRow): Response {
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
      // Deleted in the middle: a file that is cut must not look whole.
      if (found === undefined) return controller.error(new Error('The export was deleted'))
      page += 1
      controller.enqueue(encoder.encode(found.text))
    },
  })
}
