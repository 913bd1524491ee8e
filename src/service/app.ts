import type { Hono } from 'hono'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { approverRoutes } from '#service/approvals/approver-routes.ts'
import {
  getWalletApprover,
  inviteAdministrators,
  resendInvitation,
} from '#service/approvals/invite-approver.ts'
import { objectToRemoval } from '#service/approvals/object-to-removal.ts'
import { pendingVerification, requestEmailVerification } from '#service/email/request-verification.ts'
import { countApprovals, listApprovals } from '#service/execution/list-approvals.ts'
import { listOrganizationTransactions, listTransactions } from '#service/execution/list-transactions.ts'
import { getBalances } from '#service/holdings/get-balances.ts'
import { getCollectible } from '#service/holdings/get-collectible.ts'
import { getApiKeyUsage } from '#service/keys/get-api-key-usage.ts'
import { dryRunAllowList } from '#service/keys/ip-allow-list.ts'
import { getFees, setFees } from '#service/organizations/fee-settings.ts'
import { allowToken, removeToken } from '#service/tokens/allow-token.ts'
import { listAllowedTokens, listOrganizationTokens } from '#service/tokens/allowed-tokens.ts'
import { inspectToken, resolveToken } from '#service/tokens/inspect-token.ts'
import { prepareSetApprovalForAll, prepareTokenCall } from '#service/tokens/prepare-token-call.ts'
import { getWallet } from '#service/wallets/get-wallet.ts'
import { listDeliveries } from '#service/webhooks/list-deliveries.ts'
import { listWebhooks } from '#service/webhooks/stored-webhook.ts'
import { deleteWebhook, updateWebhook } from '#service/webhooks/update-webhook.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { raiseLoosening } from './alerts/raise-loosening.ts'
import { descriptionRoutes } from './api-description/description-routes.ts'
import { notifyApprover } from './approvals/notify-approver.ts'
import { removeApprover } from './approvals/remove-approver.ts'
import { getClocks } from './chain/get-clocks.ts'
import type { Context } from './context.ts'
import { checkVerification } from './email/check-verification.ts'
import { cancelTransaction } from './execution/cancel-transaction.ts'
import { executeTransaction } from './execution/execute-transaction.ts'
import { getOverview } from './execution/get-overview.ts'
import { getReceipt } from './execution/get-receipt.ts'
import { getTransactionTimeline } from './execution/get-timeline.ts'
import { getTransaction } from './execution/get-transaction.ts'
import { getUsage } from './execution/get-usage.ts'
import { getMessage, holdMessage } from './execution/hold-message.ts'
import { receiptKeyRoutes } from './execution/receipt-key.ts'
import { reviewMessage } from './execution/review-message.ts'
import { simulateTransaction } from './execution/simulate-transaction.ts'
import { listHistory } from './holdings/list-history.ts'
import { lookUpAddresses } from './holdings/look-up-addresses.ts'
import { summarizeWallets } from './holdings/summarize-wallets.ts'
import { createHttp } from './http/create-http.ts'
import { endpointRoutes, type HttpEnv } from './http/endpoint-routes.ts'
import type { Operations, StreamOperations } from './http/endpoint-types.ts'
import { probeRoutes } from './http/health.ts'
import type { Admission } from './keys/admit-request.ts'
import { issueApiKey } from './keys/issue-api-key.ts'
import { listApiKeyRequests } from './keys/list-api-key-requests.ts'
import { listApiKeys } from './keys/list-api-keys.ts'
import { rotateApiKey } from './keys/rotate-api-key.ts'
import { revokeApiKey, updateApiKey } from './keys/update-api-key.ts'
import { addDomain } from './organizations/add-domain.ts'
import { getConfig } from './organizations/get-config.ts'
import { listDomains } from './organizations/list-domains.ts'
import { getOrganization, updateOrganization } from './organizations/organization.ts'
import { createPolicySigner } from './organizations/policy-signer.ts'
import { relatedOriginsRoutes } from './organizations/related-origins-routes.ts'
import { removeDomain } from './organizations/remove-domain.ts'
import { updateDomain } from './organizations/update-domain.ts'
import { verifyDomain } from './organizations/verify-domain.ts'
import { createPolicy } from './policies/create-policy.ts'
import { dryRunPolicy } from './policies/dry-run-policy.ts'
import { listPolicies } from './policies/list-policies.ts'
import { deletePolicy, updatePolicy } from './policies/update-policy.ts'
import { readinessChecks, type ReadinessParts } from './readiness.ts'
import { getGas } from './relayer/get-gas.ts'
import { addSandboxCustomer } from './sandbox/add-customer.ts'
import { advanceSandboxClock, connectSandboxReceiver, getSandboxState } from './sandbox/get-state.ts'
import { paySandbox } from './sandbox/pay.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { setSandboxScript } from './sandbox/script.ts'
import { endSandboxTour, startSandboxTour } from './sandbox/tour.ts'
import { createWallet } from './wallets/create-wallet.ts'
import { finishRecovery } from './wallets/finish-recovery.ts'
import { listWallets } from './wallets/list-wallets.ts'
import { predictWallet } from './wallets/predict-wallet.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { getDelivery } from './webhooks/get-delivery.ts'
import { listEvents } from './webhooks/list-events.ts'
import { replayEvents } from './webhooks/replay-events.ts'
import { resendDelivery, resendDeliveries } from './webhooks/resend-delivery.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { sendTestEvent } from './webhooks/send-test-event.ts'
import { streamEvents } from './webhooks/stream-events.ts'

/** Operation of each endpoint of the specification's table, including the extensions of profile 8. */
const BAAS_OPERATIONS: Operations<typeof BAAS_ENDPOINTS> = {
  predictWallet,
  requestEmailVerification,
  pendingVerification,
  createWallet,
  checkVerification,
  listWallets,
  summarizeWallets,
  getWallet,
  finishRecovery,
  getCollectible,
  lookUpAddresses,
  getBalances,
  listHistory,
  prepareErc20Transfer: prepareTokenCall('erc20-transfer'),
  prepareErc20Approve: prepareTokenCall('erc20-approve'),
  prepareErc721SafeTransfer: prepareTokenCall('erc721-transfer'),
  prepareErc1155SafeTransfer: prepareTokenCall('erc1155-transfer'),
  prepareErc1155BatchTransfer: prepareTokenCall('erc1155-batch-transfer'),
  prepareErc721Approve: prepareTokenCall('erc721-approve'),
  prepareErc721SetApprovalForAll: prepareSetApprovalForAll,
  prepareErc1155SetApprovalForAll: prepareSetApprovalForAll,
  listAllowedTokens,
  resolveToken,
  executeTransaction,
  getTransaction,
  listTransactions,
  simulateTransaction,
  reviewMessage,
  holdMessage,
  getMessage,
  getConfig,
}

/** Operation of each endpoint of the organization settings. */
const ORG_OPERATIONS: Operations<typeof ORG_ENDPOINTS> = {
  getOrganization,
  updateOrganization,
  listApiKeys,
  issueApiKey: (ctx, caller, input) => issueApiKey(ctx, caller, input, raiseLoosening),
  updateApiKey: (ctx, caller, input) => updateApiKey(ctx, caller, input, raiseLoosening),
  rotateApiKey: (ctx, caller, input) => rotateApiKey(ctx, caller, input, raiseLoosening),
  revokeApiKey,
  getApiKeyUsage,
  listApiKeyRequests,
  dryRunAllowList,
  listDomains,
  addDomain,
  verifyDomain,
  updateDomain,
  removeDomain,
  getClocks,
  getGas,
  getFees,
  setFees: (ctx, caller, input) => setFees(ctx, caller, input, raiseLoosening),
  listPolicies,
  createPolicy: (ctx, caller, input) => createPolicy(ctx, caller, input, inviteAdministrators),
  updatePolicy: (ctx, caller, input) =>
    updatePolicy(ctx, caller, input, { invite: inviteAdministrators, raise: raiseLoosening }),
  deletePolicy: (ctx, caller, input) => deletePolicy(ctx, caller, input, raiseLoosening),
  removeApprover,
  createPolicySigner,
  objectToRemoval,
  dryRunPolicy,
  listOrganizationTokens,
  inspectToken,
  allowToken,
  removeToken,
  listOrganizationTransactions,
  listApprovals,
  countApprovals,
  getTransactionTimeline,
  getReceipt,
  getUsage,
  getOverview,
  listAlerts,
  notifyApprover,
  cancelTransaction,
  getWalletApprover,
  resendInvitation,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  sendTestEvent,
  listDeliveries,
  getDelivery,
  resendDelivery,
  resendDeliveries,
  replayEvents,
  listEvents,
}

/** Endpoints that support server-sent events. */
const ORG_STREAMS: StreamOperations<typeof ORG_ENDPOINTS> = { listEvents: streamEvents }

/** Operation of each of the sandbox's controls. */
const SANDBOX_OPERATIONS: Operations<typeof SANDBOX_ENDPOINTS> = {
  getSandboxState,
  setSandboxScript,
  addSandboxCustomer,
  paySandbox,
  startSandboxTour,
  endSandboxTour,
  connectSandboxReceiver,
  advanceSandboxClock,
}

/** The whole HTTP surface of the service: connects each endpoint of the tables to its operation. */
export function createApp(
  ctx: Context,
  { admit, record }: Pick<Admission, 'admit' | 'record'>,
  readiness: ReadinessParts = {},
): Hono<HttpEnv> {
  const app = createHttp(ctx.log, ctx.metrics, record)
  app.route('/v1/baas', endpointRoutes(ctx, admit, BAAS_ENDPOINTS, BAAS_OPERATIONS))
  app.route('/v1/org', endpointRoutes(ctx, admit, ORG_ENDPOINTS, ORG_OPERATIONS, ORG_STREAMS))
  app.route('/approve/api', approverRoutes(ctx))
  app.route('/', receiptKeyRoutes(ctx))
  app.route('/', relatedOriginsRoutes(ctx))
  app.route('/', descriptionRoutes(ctx.settings.publicUrl))
  app.route('/', probeRoutes(readinessChecks(ctx, readiness), ctx.metrics))
  if (ctx.settings.sandbox) {
    app.route('/sandbox', sandboxRoutes(ctx))
    app.route('/sandbox', endpointRoutes(ctx, admit, SANDBOX_ENDPOINTS, SANDBOX_OPERATIONS))
  }
  return app
}
