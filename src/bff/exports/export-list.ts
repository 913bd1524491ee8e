import { setTimeout as wait } from 'node:timers/promises'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type {
  HasClock,
  HasDatabase,
  HasExports,
  HasKeyVault,
  HasLog,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { Asking, Session } from '#bff/context.ts'
import { bffError, textFile } from '#bff/http/exchange.ts'
import { sessionByHash } from '#bff/sessions/session.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { csvFields, csvLine, UTF8_MARK } from '#protocol/display/csv-line.ts'
import { readRetry } from '#protocol/error-retry.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { nextQuery } from '#server-kit/http/next-query.ts'

/** Maximum concurrent exports per administrator and process. */
const RUNNING_MAX = 3
/** Maximum consecutive failures of one page. */
const FAILURES_MAX = 6
const PAUSE_SECONDS = 10
const PAUSE_SECONDS_MAX = 60

type Page = { limit: string; cursor: string | undefined }
/** A list to export. */
export type Exported = {
  name: string
  /** Action of the entry in the audit log. */
  action: string
  filter: object
  columns: readonly string[]
  read: (organization: Session['organization'], page: Page) => Promise<UpstreamAnswer<Item[]>>
}
/** A row. `call`: the decoded values of a transaction's call, each of which is a column of the CSV file. */
type Item = object & { call?: Record<string, string> }

/**
 * Streams all rows that a list's filters select as one CSV file, page by page. If the first page fails, throws its
 * error.
 *
 * @throws CONFLICT if three other exports are running
 */
export async function exportList(
  asked: Asking<WritesAudit & HasDatabase & HasExports & HasLog>,
  exported: Exported,
): Promise<Response> {
  const { ctx, exchange, session } = asked
  // A response to HEAD has no body, so its lines would never be read and the export would never end.
  if (exchange.req.raw.method !== 'GET')
    throw bffError('METHOD_NOT_ALLOWED', 'GET', { headers: { allow: 'GET' } })
  const adminId = session.admin.id
  const running = ctx.exports
  if ([...running].filter((other) => other.adminId === adminId).length >= RUNNING_MAX)
    throw bffError('CONFLICT', 'Three exports are being made already. Wait for one of them, or cancel it.')
  const run = { adminId }
  running.add(run)
  const { name, columns } = exported
  const lines = exportLines(asked, exported, () => running.delete(run))
  const begun = (await lines.next()).value ?? ''
  const first = UTF8_MARK + csvLine(columns) + begun
  return textFile(lines, { name, format: 'csv', at: ctx.clock.now(), first })
}

async function* exportLines(
  asked: Asking<WritesAudit & HasDatabase & HasLog>,
  exported: Exported,
  onEnd: () => void,
): AsyncGenerator<string, undefined> {
  const { ctx, by } = asked
  const { name, action, filter, columns } = exported
  try {
    const details = { kind: name, filters: Object.keys(filter).toSorted().join(', ') }
    await recordAudit(ctx, ctx.db, { ...by, action, target: null, details })
    for await (const page of readPages(asked, exported))
      yield page.map((item) => csvLine(csvFields(columns, { ...item.call, ...item }))).join('')
  } finally {
    onEnd()
  }
}

/**
 * Reads the service's pages while the session lasts. Takes only the cursor from each link, so the filter stays.
 */
async function* readPages(
  { ctx, session: { idHash } }: Asking<HasClock & HasDatabase & HasLog & HasKeyVault>,
  { read }: Exported,
) {
  let cursor: string | undefined
  let failures = 0
  do {
    const session = await sessionByHash(ctx, idHash)
    if (session === undefined) throw bffError('SESSION_REQUIRED')
    try {
      const page = { limit: String(PAGE_LIMIT_MAX), cursor }
      const { content, headers } = await read(session.organization, page)
      yield content
      cursor = nextQuery(headers['link'])?.['cursor']
      failures = 0
    } catch (error) {
      failures += 1
      // A client that waits for the first page gets the error at once.
      if (cursor === undefined || failures >= FAILURES_MAX || !mayPass(error)) throw error
      ctx.log.warn({ event: 'export_page_failed', failures, err: error })
      await wait(pauseMs(error))
    }
  } while (cursor !== undefined)
}

/** Whether a retry may succeed. Most refusals would repeat. */
function mayPass(error: unknown): error is HttpError {
  if (!(error instanceof HttpError)) return false
  const retry = readRetry(error.code ?? '', error.status)
  return retry === 'later' || retry === 'at-once'
}

function pauseMs({ headers }: HttpError): number {
  const asked = Number(headers['retry-after'] ?? PAUSE_SECONDS)
  return Math.min(Number.isNaN(asked) ? PAUSE_SECONDS : asked, PAUSE_SECONDS_MAX) * 1_000
}
