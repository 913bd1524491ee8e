import type { Hono } from 'hono'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import type { Context } from './context.ts'
import { pendingVerification } from './email/pending-verification.ts'
import { requestEmailVerification } from './email/request-verification.ts'
import { createHttp } from './http/create-http.ts'
import { endpointRoutes, type Authenticate, type HttpEnv } from './http/endpoint-routes.ts'
import { probeRoutes } from './http/probe-routes.ts'
import { issueApiKey } from './keys/issue-api-key.ts'
import { listApiKeys } from './keys/list-api-keys.ts'
import { revokeApiKey } from './keys/revoke-api-key.ts'
import { listDomains } from './organizations/domains.ts'
import { getConfig } from './organizations/get-config.ts'
import { getFees } from './organizations/get-fees.ts'
import { getOrganization } from './organizations/get-organization.ts'
import { setFees } from './organizations/set-fees.ts'
import { readinessChecks } from './readiness.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { listAllowedTokens } from './tokens/allowed-tokens.ts'
import { getBalances } from './tokens/get-balances.ts'
import { prepareErc20Transfer } from './tokens/prepare-erc20-transfer.ts'
import { resolveToken } from './tokens/resolve-token.ts'
import { executeTransaction } from './transactions/execute-transaction.ts'
import { getTransaction } from './transactions/get-transaction.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { createWallet } from './wallets/create-wallet.ts'
import { listWallets } from './wallets/list-wallets.ts'
import { predictWallet } from './wallets/predict-wallet.ts'

/** The whole HTTP surface of the service: each row of the two endpoint tables and its operation. */
export function createApp(ctx: Context, authenticate: Authenticate): Hono<HttpEnv> {
  const app = createHttp(ctx.log)

  app.route(
    '/v1/baas',
    endpointRoutes(ctx, authenticate, BAAS_ENDPOINTS, {
      predictWallet,
      requestEmailVerification,
      pendingVerification,
      createWallet,
      listWallets,
      getBalances,
      prepareErc20Transfer,
      listAllowedTokens,
      resolveToken,
      executeTransaction,
      getTransaction,
      listTransactions,
      getConfig,
    }),
  )
  app.route(
    '/v1/org',
    endpointRoutes(ctx, authenticate, ORG_ENDPOINTS, {
      getOrganization,
      listApiKeys,
      issueApiKey,
      revokeApiKey,
      listDomains,
      getFees,
      setFees,
    }),
  )
  app.route('/', probeRoutes(readinessChecks(ctx)))
  if (ctx.settings.sandbox) app.route('/sandbox', sandboxRoutes(ctx))
  return app
}
