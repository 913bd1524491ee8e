import { sql } from 'kysely'
import type { BffContext } from '#bff/context.ts'
import type { ExportRunner } from '#bff/ports.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import type { ExportRow } from './export-answer.ts'
import { LEASE_SECONDS, writeExport } from './write-export.ts'

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
