import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { WidgetOperation } from '#protocol/org/console-api.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { readBody, readNoQuery } from '#bff/http/read-input.ts'
import { createWallet } from './create-wallet.ts'
import { pendingVerification, requestEmailVerification } from './email-verification.ts'
import { NAME_PASSKEY, nameWalletPasskey } from './name-wallet-passkey.ts'
import { passForWidget } from './widget-call.ts'
import { widgetConfig } from './widget-config.ts'
import { prepareCall, PREPARATIONS } from './prepare-call.ts'
import { executeTransaction } from './execute-transaction.ts'
import { tokenTransaction } from './token-transaction.ts'
import { listTokenWallets, readOwnWallet, walletTransactions, finishRecovery } from './widget-wallets.ts'
import { withWidgetToken, type WidgetHandler } from './widget-token.ts'

/** What a widget may call: the specification's paths below `/api/widget`, each with the operation it needs. */
export function widgetRoutes(ctx: BffContext): Route[] {
  const route = (endpoint: Endpoint, operation: WidgetOperation | null, handle: WidgetHandler): Route => ({
    method: endpoint.method,
    path: `/api/widget${endpoint.path}`,
    handle: withWidgetToken(ctx, operation, (exchange, token) => handle(ctx, exchange, token)),
  })
  return [
    route(BAAS_ENDPOINTS.getConfig, null, widgetConfig),
    route(BAAS_ENDPOINTS.predictWallet, 'create', passBody(BAAS_ENDPOINTS.predictWallet)),
    route(BAAS_ENDPOINTS.requestEmailVerification, 'create', requestEmailVerification),
    route(BAAS_ENDPOINTS.pendingVerification, 'create', pendingVerification),
    route(BAAS_ENDPOINTS.createWallet, 'create', createWallet),
    route(BAAS_ENDPOINTS.listWallets, null, listTokenWallets),
    route(BAAS_ENDPOINTS.getWallet, null, readOwnWallet(BAAS_ENDPOINTS.getWallet)),
    route(BAAS_ENDPOINTS.finishRecovery, 'create', finishRecovery),
    route(NAME_PASSKEY, null, nameWalletPasskey),
    route(BAAS_ENDPOINTS.getBalances, null, readOwnWallet(BAAS_ENDPOINTS.getBalances)),
    route(BAAS_ENDPOINTS.listAllowedTokens, null, allowedTokens),
    route(BAAS_ENDPOINTS.resolveToken, null, passBody(BAAS_ENDPOINTS.resolveToken)),
    ...PREPARATIONS.map(([endpoint, operation]) => route(endpoint, operation, prepareCall(endpoint))),
    route(BAAS_ENDPOINTS.simulateTransaction, null, prepareCall(BAAS_ENDPOINTS.simulateTransaction)),
    route(BAAS_ENDPOINTS.executeTransaction, 'execute', executeTransaction),
    route(BAAS_ENDPOINTS.listTransactions, null, walletTransactions),
    route(BAAS_ENDPOINTS.getTransaction, null, tokenTransaction()),
  ]
}

/** The body as it came. */
function passBody(endpoint: Endpoint & { body: z.ZodMiniType }): WidgetHandler {
  return async (ctx, exchange, token) =>
    passForWidget(ctx, exchange, token, endpoint, { body: await readBody(exchange.req.raw, endpoint.body) })
}

const allowedTokens: WidgetHandler = async (ctx, exchange, token) => {
  readNoQuery(exchange.req.raw)
  return passForWidget(ctx, exchange, token, BAAS_ENDPOINTS.listAllowedTokens, {})
}
