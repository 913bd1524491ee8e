import type { CallsService, HasClock, HasDatabase, HasKeyVault, HasLive, HasLog } from '#bff/context-parts.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { readTransaction } from '#bff/upstream/outcomes/read-transactions.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { Transaction } from '#protocol/transactions.ts'
import { widgetTransactionQuerySchema } from '#protocol/widget-api.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { whileWaiting } from '#server-kit/http/request-scope.ts'
import { isTokenWallet } from './token-wallets.ts'
import { createWaitingRoom } from './waiting-room.ts'
import { identifyRequester } from './widget-call.ts'
import { findWidgetToken, type WidgetAsked, type WidgetHandler } from './widget-token.ts'

/** Poll interval for a service without a stream, in milliseconds. */
const LOOK_EVERY_MS = 2_000

export const TOKEN_TRANSACTION = { ...BAAS_ENDPOINTS.getTransaction, query: widgetTransactionQuerySchema }

type Wait = { transactionUuid: string; known: TransactionState; untilMs: number }

/**
 * `GET /api/widget/transactions/:transactionUuid`. Another user's transaction gets the same response as an unknown
 * one. With `knownStatus` and `waitSeconds` it responds as soon as the status differs, at the latest at the
 * timeout or when the token ends (ADR 0013).
 */
export function tokenTransaction(): WidgetHandler<
  typeof TOKEN_TRANSACTION,
  CallsService & HasClock & HasDatabase & HasLive & HasLog & HasKeyVault
> {
  const room = createWaitingRoom()
  return async (asked) => {
    const { ctx, token, params, query } = asked
    const { transactionUuid } = params
    const { knownStatus, waitSeconds = '0' } = query
    const leave = knownStatus === undefined || waitSeconds === '0' ? undefined : room.enter(token.tokenHash)
    if (knownStatus === undefined || leave === undefined)
      return respond(await readOwn(asked, transactionUuid))
    const tokenMs = token.expiresAt.getTime() - ctx.clock.now().getTime()
    const untilMs = performance.now() + Math.min(Number(waitSeconds) * 1000, tokenMs)
    try {
      return respond(await readUntil(asked, { transactionUuid, known: knownStatus, untilMs }))
    } finally {
      leave()
    }
  }
}

function respond({ content, headers }: UpstreamAnswer<Transaction>): Response {
  return answer(content, 200, headers)
}

/** Reads until the status differs. Starts to wait before each read, so that no change is missed between the two. */
async function readUntil(
  asked: WidgetAsked<CallsService & HasClock & HasDatabase & HasLive & HasLog & HasKeyVault>,
  { transactionUuid, known, untilMs }: Wait,
) {
  const { ctx, exchange, token } = asked
  const organizationId = token.organization.id
  for (;;) {
    const startedMs = performance.now()
    const isLive = ctx.live.state(organizationId) === 'live'
    const leftMs = Math.ceil(untilMs - startedMs)
    const timeoutMs = isLive ? leftMs : Math.min(leftMs, LOOK_EVERY_MS)
    const read = new AbortController()
    const signal = AbortSignal.any([exchange.req.raw.signal, read.signal])
    const news =
      leftMs > 0 && ctx.live.waitForTransaction({ organizationId, transactionUuid, signal, timeoutMs })
    try {
      const found = await readOwn(asked, transactionUuid)
      if (news === false || found.content.status !== known) return found
      const hasNews = await whileWaiting(() => news)
      // The page was closed, or this process is shutting down, so the wait ends.
      if (!hasNews && performance.now() < startedMs + timeoutMs - 100) return found
    } finally {
      read.abort()
    }
    if ((await findWidgetToken(ctx, exchange.req.raw)) === undefined) throw bffError('WIDGET_TOKEN_EXPIRED')
  }
}

async function readOwn(
  asked: WidgetAsked<CallsService & HasClock & HasDatabase & HasLive & HasLog>,
  transactionUuid: string,
): Promise<UpstreamAnswer<Transaction>> {
  const { ctx, token } = asked
  const requester = identifyRequester(token)
  const read = readTransaction(ctx, token.organization, { transactionUuid, requester })
  const found = await read.catch((error: unknown) => {
    throw error instanceof HttpError && error.status === 404 ? bffError('NOT_FOUND') : error
  })
  if (!(await isTokenWallet(asked, found.content.walletAddress))) throw bffError('NOT_FOUND')
  return found
}
