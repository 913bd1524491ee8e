import { setTimeout as wait } from 'node:timers/promises'
import { csvLine } from '#protocol/display/csv-line.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import { walletFilterSchema, type ListWalletsQuery, type Wallet } from '#protocol/wallets.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { bffError, textFile } from '#bff/http/answer.ts'
import { sessionByHash, type Session, type Asked } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { nextQuery } from '#server-kit/http/page-cursor.ts'

/** Of one administrator, in this process. */
const RUNNING_MAX = 3
/** Of one page, one after the other. */
const FAILURES_MAX = 6
const PAUSE_SECONDS = 10
const PAUSE_SECONDS_MAX = 60

/** The byte order mark, by which a spreadsheet detects UTF-8. */
const UTF8_MARK = '\uFEFF'
const COLUMNS = [
  'address',
  'label',
  'externalUserId',
  'externalUserLabel',
  'createdAtDatetime',
  'id',
] as const satisfies readonly (keyof Wallet)[]

/** `GET /api/exports/wallets`: every wallet that the filter selects as a CSV file, streamed page by page. */
export function exportRoutes(ctx: BffContext): Route[] {
  const running = new Set<{ adminId: string }>()
  return [
    sessionRoute(ctx)('GET', '/api/exports/wallets', { query: walletFilterSchema }, (asked) =>
      exportWallets(ctx, asked, running),
    ),
  ]
}

/** A refusal of the first page is the answer, in the service's words. @throws CONFLICT beside three others */
async function exportWallets(
  ctx: BffContext,
  { exchange, session, by, query }: Asked<{ query: typeof walletFilterSchema }>,
  running: Set<{ adminId: string }>,
): Promise<Response> {
  const adminId = session.admin.id
  if ([...running].filter((other) => other.adminId === adminId).length >= RUNNING_MAX)
    throw bffError('CONFLICT', 'Three exports are being made already. Wait for one of them, or cancel it.')
  const run = { adminId }
  running.add(run)
  const { requestId } = exchange.var
  const lines = linesOf(readPages(ctx, session, { filter: query, requestId }), () => running.delete(run))
  const details = { kind: 'wallets', filters: Object.keys(query).toSorted().join(', ') }
  await recordAudit(ctx, ctx.db, { ...by, action: 'export.started', target: null, details })
  const first = (await lines.next()).value ?? ''
  const name = `wallets-${ctx.clock.now().toISOString().slice(0, 10)}.csv`
  return textFile(lines, { name, type: 'text/csv', requestId, first: UTF8_MARK + csvLine(COLUMNS) + first })
}

async function* linesOf(
  pages: AsyncGenerator<Wallet[], undefined>,
  onEnd: () => void,
): AsyncGenerator<string, undefined> {
  try {
    for await (const page of pages)
      yield page.map((wallet) => csvLine(COLUMNS.map((column) => wallet[column]))).join('')
  } finally {
    onEnd()
  }
}

type Selected = { filter: ListWalletsQuery; requestId: string }

/** The service's pages, while the session lasts. Only the cursor of its link is used: the filter stays. */
async function* readPages(
  ctx: BffContext,
  { idHash }: Session,
  { filter, requestId }: Selected,
): AsyncGenerator<Wallet[], undefined> {
  let cursor: string | undefined
  let failures = 0
  do {
    const session = await sessionByHash(ctx, idHash)
    if (session === undefined) throw bffError('SESSION_REQUIRED')
    try {
      const { content, headers } = await callUpstream(ctx, session.organization, {
        base: 'baas',
        endpoint: BAAS_ENDPOINTS.listWallets,
        requestId,
        query: { ...filter, limit: String(PAGE_LIMIT_MAX), cursor },
      })
      yield content
      cursor = nextQuery(headers['link'])?.['cursor']
      failures = 0
    } catch (error) {
      failures += 1
      // The reader of the first page waits for an answer: it is told at once.
      if (cursor === undefined || failures >= FAILURES_MAX || !mayPass(error)) throw error
      ctx.log.warn({ event: 'export_page_failed', requestId, failures, err: error })
      await wait(pauseMs(error))
    }
  } while (cursor !== undefined)
}

/** A refusal by the service would repeat. */
function mayPass(error: unknown): error is HttpError {
  return error instanceof HttpError && (error.status === 429 || error.status >= 500)
}

function pauseMs({ headers }: HttpError): number {
  const asked = Number(headers['retry-after'] ?? PAUSE_SECONDS)
  return Math.min(Number.isNaN(asked) ? PAUSE_SECONDS : asked, PAUSE_SECONDS_MAX) * 1_000
}
