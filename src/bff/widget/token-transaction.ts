import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { Transaction } from '#protocol/transactions.ts'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { widgetTransactionQuerySchema, type widgetWalletListSchema } from '#protocol/widget-api.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { readTransaction, listTransactions } from '#bff/upstream/outcomes/read-transactions.ts'
import { findTokenWallets, isTokenWallet, requireTokenWallet } from './token-wallets.ts'
import { findWalletPasskeys } from './wallet-passkey.ts'
import { findWidgetToken, type WidgetAsked, type WidgetHandler, type WidgetToken } from './widget-token.ts'
import { callOperations } from '#protocol/call-operations.ts'
import { CalldataError, resolveCalldata } from '#protocol/signing/calldata.ts'
import { rememberHeld } from '#bff/upstream/outcomes/note-outcome.ts'
import { callForWidget } from './widget-call.ts'
import type * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import { validationError } from '#server-kit/http/validate.ts'

/** Poll interval for a service without a stream, in milliseconds. */
const LOOK_EVERY_MS = 2_000

export const TOKEN_TRANSACTION = { ...BAAS_ENDPOINTS.getTransaction, query: widgetTransactionQuerySchema }

type Wait = { transactionUuid: string; known: TransactionState; untilMs: number }

/**
 * `GET /api/widget/transactions/:transactionUuid`. Another user's transaction gets the same response as an unknown
 * one. With `knownStatus` and `waitSeconds` it responds as soon as the status differs, at the latest at the
 * timeout or when the token ends (ADR 0013).
 */
export function tokenTransaction(): WidgetHandler<typeof TOKEN_TRANSACTION> {
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
async function readUntil(asked: WidgetAsked, { transactionUuid, known, untilMs }: Wait) {
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
      const waitFromMs = performance.now()
      const hasNews = await news
      const waitedMs = (exchange.var.waitedMs ?? 0) + performance.now() - waitFromMs
      exchange.set('waitedMs', waitedMs)
      // The page was closed, or this process is shutting down, so the wait ends.
      if (!hasNews && performance.now() < startedMs + timeoutMs - 100) return found
    } finally {
      read.abort()
    }
    if ((await findWidgetToken(ctx, exchange.req.raw)) === undefined) throw bffError('WIDGET_TOKEN_EXPIRED')
  }
}

async function readOwn(asked: WidgetAsked, transactionUuid: string): Promise<UpstreamAnswer<Transaction>> {
  const { ctx, token } = asked
  const read = readTransaction(ctx, token.organization, transactionUuid)
  const found = await read.catch((error: unknown) => {
    throw error instanceof HttpError && error.status === 404 ? bffError('NOT_FOUND') : error
  })
  if (!(await isTokenWallet(asked, found.content.walletAddress))) throw bffError('NOT_FOUND')
  return found
}

/**
 * Maximum waiting requests per token. A page has one. After a reload or a lost connection, the old request remains
 * for a moment.
 */
const WAITS_PER_TOKEN_MAX = 4
/** Maximum waiting requests per process. Further requests get an immediate response. */
const WAITS_MAX = 10_000

/** Counts the requests of this process that wait for a change. */
function createWaitingRoom() {
  const waits = new Map<string, number>()
  let total = 0
  return {
    /**
     * Counts a request of a token. Returns a function that ends the wait, or undefined if too many requests of the
     * process wait.
     *
     * @throws RATE_LIMITED if too many requests of the token wait
     */
    enter(tokenHash: string): (() => void) | undefined {
      const held = waits.get(tokenHash) ?? 0
      if (held >= WAITS_PER_TOKEN_MAX) throw bffError('RATE_LIMITED', { headers: { 'retry-after': '2' } })
      if (total >= WAITS_MAX) return undefined
      total += 1
      waits.set(tokenHash, held + 1)
      return () => {
        total -= 1
        const left = (waits.get(tokenHash) ?? 1) - 1
        if (left > 0) waits.set(tokenHash, left)
        else waits.delete(tokenHash)
      }
    },
  }
}

/**
 * `POST /api/widget/transactions/execute` for a wallet of this token.
 *
 * @throws OPERATION_REFUSED, WALLET_NOT_OWNED
 */
export const executeTransaction: WidgetHandler<typeof BAAS_ENDPOINTS.executeTransaction> = async ({
  body,
  ...asked
}) => {
  const { ctx, token } = asked
  requireCallOperations(token, body)
  await requireTokenWallet(asked, body.walletAddress)
  const executed = await callForWidget(asked, BAAS_ENDPOINTS.executeTransaction, { body })
  const { content: result, status, headers } = executed
  await rememberHeld(ctx, token.organization, { request: body, result })
  return answer(result, status, headers)
}

/**
 * Refuses calls that give a permission for a token with only `transfer`, and other calls for a token with only
 * `approve`. The call's bytes decide. A token with neither may submit any signed call.
 *
 * @throws OPERATION_REFUSED
 */
function requireCallOperations({ operations }: WidgetToken, request: ExecuteRequest): void {
  if (!operations.includes('transfer') && !operations.includes('approve')) return
  const data = calldataOf(request)
  const needed = data === undefined ? [] : callOperations({ ...request, data })
  const missing = needed.find((operation) => !operations.includes(operation))
  if (missing !== undefined) throw bffError('OPERATION_REFUSED', missing)
}

/** Encodes a call. Undefined if that fails, because the service reports the fault. */
function calldataOf(request: ExecuteRequest): string | undefined {
  try {
    return resolveCalldata(request)
  } catch (error) {
    if (error instanceof CalldataError) return undefined
    throw error
  }
}

/** `GET /api/widget/wallets`: lists the token's wallets, each with its known passkeys. `approver` filters them. */
export const listTokenWallets: WidgetHandler<typeof BAAS_ENDPOINTS.listWallets> = async (asked) => {
  const { ctx, token, query } = asked
  const wallets = await findTokenWallets(asked, query.approver && { approver: query.approver })
  const passkeys = await findWalletPasskeys(ctx, token.organization.id, wallets)
  const content: z.output<typeof widgetWalletListSchema> = wallets.map((wallet) => {
    const known = passkeys.get(wallet.address.toLowerCase()) ?? []
    return { ...wallet, passkey: known[0] ?? null, passkeys: known }
  })
  return answer(content)
}

/**
 * `GET /api/widget/transactions?wallet=`: one page of transactions of a wallet of this token, newest first.
 * `digest` selects one transaction, even if the service ignores the field.
 */
export const walletTransactions: WidgetHandler<typeof BAAS_ENDPOINTS.listTransactions> = async (asked) => {
  const { ctx, token, query } = asked
  const { wallet, digest } = query
  if (wallet === undefined) throw validationError([{ path: 'wallet', message: 'is required' }])
  await requireTokenWallet(asked, wallet)
  const { content, headers } = await listTransactions(ctx, token.organization, query)
  const { link: _, ...passed } = headers
  return answer(
    content.filter(
      (one) =>
        sameAddress(one.walletAddress, wallet) &&
        (digest === undefined || one.digest === digest.toLowerCase()),
    ),
    200,
    passed,
  )
}
