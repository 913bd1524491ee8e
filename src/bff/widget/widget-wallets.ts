import type * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { widgetWalletListSchema } from '#protocol/widget-api.ts'
import { answer } from '#bff/http/answer.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { parse, readNoQuery, readQuery, readNoBody } from '#bff/http/read-input.ts'
import { listTransactions } from '#bff/upstream/outcomes/read-transactions.ts'
import { findTokenWallets, requireTokenWallet } from './find-wallets.ts'
import { findWalletPasskeys } from './wallet-passkey.ts'
import { passForWidget } from './widget-call.ts'
import type { WidgetHandler } from './widget-token.ts'

/** `GET /api/widget/wallets`: the wallets this token may use, each with the passkey that made it. */
export const listTokenWallets: WidgetHandler = async (ctx, exchange, token) => {
  readNoQuery(exchange.req.raw)
  const wallets = await findTokenWallets(ctx, token, exchange.var.requestId)
  const passkeys = await findWalletPasskeys(ctx, token.organization.id, wallets)
  const content: z.output<typeof widgetWalletListSchema> = wallets.map((wallet) => ({
    ...wallet,
    passkey: passkeys.get(wallet.address.toLowerCase()) ?? null,
  }))
  return answer(content)
}

/** `GET /api/widget/wallets/:address`, its recovery and which key it obeys now, of a wallet of this token. */
export const readOwnWallet: WidgetHandler = async (ctx, exchange, token) => {
  readNoQuery(exchange.req.raw)
  const params = await ownWalletOf(ctx, exchange, token)
  return passForWidget(ctx, exchange, token, BAAS_ENDPOINTS.getWallet, { params })
}

/** `GET /api/widget/wallets/:address/balances`, of a wallet of this token; one page. */
export const readOwnBalances: WidgetHandler = async (ctx, exchange, token) => {
  const query = readQuery(exchange.req.raw, BAAS_ENDPOINTS.getBalances.query)
  const params = await ownWalletOf(ctx, exchange, token)
  return passForWidget(ctx, exchange, token, BAAS_ENDPOINTS.getBalances, { params, query })
}

async function ownWalletOf(...[ctx, exchange, token]: Parameters<WidgetHandler>) {
  const params = parse(BAAS_ENDPOINTS.getWallet.params, exchange.req.param())
  await requireTokenWallet(ctx, token, params.address, exchange.var.requestId)
  return params
}

/**
 * `GET /api/widget/transactions?wallet=`, of a wallet of this token, newest first; one page. With `digest` the one
 * transaction of it, also where the service ignores the field.
 */
export const walletTransactions: WidgetHandler = async (ctx, exchange, token) => {
  const query = readQuery(exchange.req.raw, BAAS_ENDPOINTS.listTransactions.query)
  const { wallet, digest } = query
  if (wallet === undefined) throw validationError([{ path: 'wallet', message: 'is required' }])
  await requireTokenWallet(ctx, token, wallet, exchange.var.requestId)
  const { requestId } = exchange.var
  const { content, headers } = await listTransactions(ctx, token.organization, { query, requestId })
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

/**
 * `POST /api/widget/wallets/:address/finish-recovery`, of a wallet of this token. It gives no power: on the chain
 * anyone may finish what the backup address proposed, and no one before its time.
 */
export const finishRecovery: WidgetHandler = async (ctx, exchange, token) => {
  const params = parse(BAAS_ENDPOINTS.finishRecovery.params, exchange.req.param())
  await readNoBody(exchange.req.raw)
  await requireTokenWallet(ctx, token, params.address, exchange.var.requestId)
  return passForWidget(ctx, exchange, token, BAAS_ENDPOINTS.finishRecovery, { params })
}
