import { setTimeout as wait } from 'node:timers/promises'
import { csvFields, csvLine, UTF8_MARK } from '#protocol/display/csv-line.ts'
import { plainValue } from '#protocol/display/plain-value.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { readRetry } from '#protocol/error-retry.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import {
  exportTransactionsQuerySchema,
  type OrganizationTransaction,
} from '#protocol/organization-transactions.ts'
import { exportWalletsQuerySchema } from '#protocol/wallets.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Route, Asking, Session } from '#bff/context.ts'
import { bffError, textFile } from '#bff/http/exchange.ts'
import { sessionByHash } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { nextQuery } from '#server-kit/http/next-query.ts'

/** Maximum concurrent exports per administrator and process. */
const RUNNING_MAX = 3
/** Maximum consecutive failures of one page. */
const FAILURES_MAX = 6
const PAUSE_SECONDS = 10
const PAUSE_SECONDS_MAX = 60

const WALLET_COLUMNS = columnsOf('address label externalUserId externalUserLabel createdAtDatetime id')
/** In the middle what the call's bytes say, with amounts in human units where the token is known, else in base units. */
const TRANSACTION_COLUMNS = columnsOf(`transactionUuid createdAtDatetime updatedAtDatetime status reason
  walletAddress walletLabel externalUserId externalUserLabel email
  kind amount symbol token tokenId items to spender operator approved
  value fee feeCoinAddress toAddress transactionHash blockNumber digest`)

function columnsOf(names: string): string[] {
  return names.split(/\s+/)
}

/**
 * `GET /api/exports/wallets` and `GET /api/exports/transactions`: everything that the list's filters select as one file,
 * streamed page by page. As JSON with all fields of the service's answer, as CSV with those that a table has room for.
 */
export function exportRoutes(ctx: BffContext): Route[] {
  const running: Running = new Set()
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/exports/wallets', { query: exportWalletsQuerySchema }, (asked) => {
      const { format, ...filter } = asked.query
      const endpoint = BAAS_ENDPOINTS.listWallets
      const read: Exported['read'] = (organization, page) =>
        callUpstream(ctx, organization, { endpoint, query: { ...filter, ...page } })
      const columns = WALLET_COLUMNS
      return exportList(asked, running, { name: 'wallets', format, filter, columns, read })
    }),
    route('GET', '/api/exports/transactions', { query: exportTransactionsQuerySchema }, async (asked) => {
      const { format, ...filter } = asked.query
      const endpoint = ORG_ENDPOINTS.listOrganizationTransactions
      const describe = await callReader(asked)
      const read: Exported['read'] = async (organization, page) => {
        const sent = { endpoint, query: { ...filter, ...page } }
        const { content, ...answered } = await callUpstream(ctx, organization, sent)
        return { ...answered, content: content.map((one) => ({ ...one, call: describe(one) })) }
      }
      const columns = TRANSACTION_COLUMNS
      return exportList(asked, running, { name: 'transactions', format, filter, columns, read })
    }),
  ]
}

/** Reads calls from their bytes, with the tokens that the organization knows. */
async function callReader({ ctx, session: { organization } }: Asking) {
  const config = await callUpstream(ctx, organization, { endpoint: BAAS_ENDPOINTS.getConfig })
  const tokens = await callUpstream(ctx, organization, { endpoint: BAAS_ENDPOINTS.listAllowedTokens })
  const known = { chainId: config.content.chainId, tokens: tokens.content }
  return (transaction: OrganizationTransaction): Record<string, string> => {
    const { kind = '', fields = [] } = describeCallOrNull({ ...transaction, ...known }) ?? {}
    const values = fields.map(({ label, value }): [string, string] => [label, plainValue(value)])
    const symbol = fields.map(({ value }) => (value.kind === 'amount' ? value.symbol : '')).join('')
    return { kind, symbol, ...Object.fromEntries(values) }
  }
}

type Running = Set<{ adminId: string }>
type Page = { limit: string; cursor: string | undefined }
type Exported = {
  name: string
  format: 'csv' | 'json' | undefined
  filter: object
  columns: readonly string[]
  read: (organization: Session['organization'], page: Page) => Promise<UpstreamAnswer<Item[]>>
}
/** The values of a call stand next to its transaction's in a table. */
type Item = object & { call?: Record<string, string> }

/** A refusal of the first page is the answer, in the service's words. @throws CONFLICT if three others are running */
async function exportList(asked: Asking, running: Running, exported: Exported): Promise<Response> {
  const { ctx, exchange, session } = asked
  // The answer to a HEAD has no body: nothing would read its lines, and they would never end.
  if (exchange.req.raw.method !== 'GET')
    throw bffError('METHOD_NOT_ALLOWED', 'GET', { headers: { allow: 'GET' } })
  const adminId = session.admin.id
  if ([...running].filter((other) => other.adminId === adminId).length >= RUNNING_MAX)
    throw bffError('CONFLICT', 'Three exports are being made already. Wait for one of them, or cancel it.')
  const run = { adminId }
  running.add(run)
  const { name, format = 'csv', columns } = exported
  const lines = exportLines(asked, exported, () => running.delete(run))
  const begun = (await lines.next()).value ?? ''
  const first = format === 'csv' ? UTF8_MARK + csvLine(columns) + begun : begun
  return textFile(lines, { name, format, at: ctx.clock.now(), first })
}

async function* exportLines(
  asked: Asking,
  exported: Exported,
  onEnd: () => void,
): AsyncGenerator<string, undefined> {
  const { ctx, by } = asked
  const { name, format = 'csv', filter, columns } = exported
  try {
    const details = { kind: name, filters: Object.keys(filter).toSorted().join(', ') }
    await recordAudit(ctx, ctx.db, { ...by, action: 'export.started', target: null, details })
    let before = '[\n'
    for await (const page of readPages(asked, exported)) {
      if (format === 'csv')
        yield page.map((item) => csvLine(csvFields(columns, { ...item.call, ...item }))).join('')
      else if (page.length > 0) {
        yield before + page.map((item) => JSON.stringify(item)).join(',\n')
        before = ',\n'
      }
    }
    // Without this end the file of an export that broke off is no JSON.
    if (format === 'json') yield before === ',\n' ? '\n]\n' : '[]\n'
  } finally {
    onEnd()
  }
}

/** The service's pages, while the session lasts. Only the cursor of its link is used: the filter stays. */
async function* readPages({ ctx, session: { idHash } }: Asking, { read }: Exported) {
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
      // The reader of the first page waits for an answer: it learns of it at once.
      if (cursor === undefined || failures >= FAILURES_MAX || !mayPass(error)) throw error
      ctx.log.warn({ event: 'export_page_failed', failures, err: error })
      await wait(pauseMs(error))
    }
  } while (cursor !== undefined)
}

/** Whether another try may succeed: most refusals would repeat. */
function mayPass(error: unknown): error is HttpError {
  if (!(error instanceof HttpError)) return false
  const retry = readRetry(error.code ?? '', error.status)
  return retry === 'later' || retry === 'at-once'
}

function pauseMs({ headers }: HttpError): number {
  const asked = Number(headers['retry-after'] ?? PAUSE_SECONDS)
  return Math.min(Number.isNaN(asked) ? PAUSE_SECONDS : asked, PAUSE_SECONDS_MAX) * 1_000
}
