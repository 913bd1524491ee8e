import { sql } from 'kysely'
import type { BffContext } from '#bff/context.ts'
import type { ExportRunner } from '#bff/ports.ts'
import { loggableError } from '#server-kit/http/error-reply.ts'
import type { ExportRow } from './export-answer.ts'
import { LEASE_SECONDS, writeExport } from './write-export.ts'

/** How often a process looks for exports that another one has left, or that wait for their next try. */
const LOOK_MS = 10_000

export function createExportRunner(context: () => BffContext): ExportRunner {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  let isWanted = false
  let timer: NodeJS.Timeout | undefined

  const wake = () => {
    if (ending.signal.aborted) return
    isWanted = true
    running ??= run().finally(() => {
      running = undefined
      if (isWanted) wake()
    })
  }
  const run = async () => {
    isWanted = false
    const ctx = context()
    try {
      await forgetExpired(ctx)
      for (let row = await claim(ctx); row !== undefined; row = await claim(ctx)) {
        await writeExport(ctx, row, ending.signal)
        if (ending.signal.aborted) return
      }
    } catch (error) {
      ctx.log.error({ event: 'exports_failed', err: loggableError(error) })
    }
  }
  return {
    start: () => {
      wake()
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
    },
    wake,
    stop: async () => {
      ending.abort()
      clearInterval(timer)
      await running
    },
  }
}

/** The oldest that nobody is at. Two processes never claim one. */
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
