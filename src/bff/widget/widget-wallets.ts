import type * as z from 'zod/mini'
import { BAAS_ENDPOINTS } from '#shared/org/endpoints.ts'
import type { widgetWalletListSchema } from '#shared/org/widget-api.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { BffError, bffError } from '#bff/http/bff-error.ts'
import { refusedFields } from '#bff/http/field-errors.ts'
import { parse, readNoQuery, readQuery } from '#bff/http/read-input.ts'
import { findTokenWallets, isSameAddress, requireTokenWallet } from './find-wallets.ts'
import { findWalletPasskeys } from './wallet-passkey.ts'
import { callForWidget, passForWidget } from './widget-call.ts'
import type { WidgetToken } from './widget-token.ts'

/** `GET /api/widget/wallets`: the wallets this token may use, each with the passkey that made it. */
export async function listTokenWallets(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  readNoQuery(exchange.req.raw)
  const wallets = await findTokenWallets(ctx, token, exchange.var.requestId)
  const addresses = wallets.map((wallet) => wallet.address)
  const passkeys = await findWalletPasskeys(ctx, token.organization.id, addresses)
  const content: z.output<typeof widgetWalletListSchema> = wallets.map((wallet) => ({
    ...wallet,
    passkey: passkeys.get(wallet.address.toLowerCase()) ?? null,
  }))
  return answer(content)
}

/** `GET /api/widget/wallets/:address/balances`, of a wallet of this token. */
export async function walletBalances(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  readNoQuery(exchange.req.raw)
  const params = parse(BAAS_ENDPOINTS.getBalances.params, exchange.req.param())
  await requireTokenWallet(ctx, token, params.address, exchange.var.requestId)
  return passForWidget(ctx, exchange, token, BAAS_ENDPOINTS.getBalances, { params })
}

/** `GET /api/widget/transactions?wallet=`, of a wallet of this token, newest first; one page. */
export async function walletTransactions(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  const query = readQuery(exchange.req.raw, BAAS_ENDPOINTS.listTransactions.query)
  const { wallet } = query
  if (wallet === undefined) throw refusedFields([{ path: 'wallet', message: 'is required' }])
  await requireTokenWallet(ctx, token, wallet, exchange.var.requestId)
  const { content, headers } = await callForWidget(ctx, exchange, token, BAAS_ENDPOINTS.listTransactions, {
    query: Object.fromEntries(new URL(exchange.req.url).searchParams),
  })
  return answer(
    content.filter(({ walletAddress }) => isSameAddress(walletAddress, wallet)),
    200,
    headers,
  )
}

/** `GET /api/widget/transactions/:transactionUuid`; another's answers as one that does not exist. */
export async function tokenTransaction(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  readNoQuery(exchange.req.raw)
  const params = parse(BAAS_ENDPOINTS.getTransaction.params, exchange.req.param())
  const call = callForWidget(ctx, exchange, token, BAAS_ENDPOINTS.getTransaction, { params })
  const { content, headers } = await call.catch((error: unknown) => {
    throw error instanceof BffError && error.status === 404 ? bffError('NOT_FOUND') : error
  })
  const wallets = await findTokenWallets(ctx, token, exchange.var.requestId)
  if (!wallets.some((wallet) => isSameAddress(wallet.address, content.walletAddress)))
    throw bffError('NOT_FOUND')
  return answer(content, 200, headers)
}
