import type { Hono } from 'hono'
import { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { addPasskey } from './account/add-passkey.ts'
import { beginPasskey } from './account/begin-passkey.ts'
import { countRecoveryCodes } from './account/count-recovery-codes.ts'
import { endOwnSession } from './account/end-own-session.ts'
import { listOwnPasskeys } from './account/list-own-passkeys.ts'
import { listOwnSessions } from './account/list-own-sessions.ts'
import { removePasskey } from './account/remove-passkey.ts'
import { renamePasskey } from './account/rename-passkey.ts'
import { renamePerson } from './account/rename-person.ts'
import { replaceRecoveryCodes } from './account/replace-recovery-codes.ts'
import { signOutEverywhere } from './account/sign-out-everywhere.ts'
import { listAddresses } from './address-book/list-addresses.ts'
import { lookUpKnownAddresses } from './address-book/look-up-known-addresses.ts'
import { removeAddress } from './address-book/remove-address.ts'
import { importAddresses, saveAddress } from './address-book/save-addresses.ts'
import { searchAddresses } from './address-book/search-addresses.ts'
import { verifyPayee } from './address-book/verify-payee.ts'
import { acknowledgeAlert } from './alerts/acknowledge-alert.ts'
import { getAlertMails } from './alerts/get-alert-mails.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { setAlertMails } from './alerts/set-alert-mails.ts'
import { mountAssets, type AssetOptions } from './assets/asset-routes.ts'
import { exportAudit } from './audit/export-audit.ts'
import { getAuditFacets } from './audit/get-audit-facets.ts'
import { listAudit } from './audit/list-audit.ts'
import { proveAudit } from './audit/prove-audit.ts'
import { createIntegration } from './console/create-integration.ts'
import { endPreviousSecret } from './console/end-previous-secret.ts'
import { executeTransaction } from './console/execute-transaction.ts'
import type { ForwardedOperations } from './console/forwarded-call.ts'
import { getConfig } from './console/get-config.ts'
import { getFirstSteps } from './console/get-first-steps.ts'
import { getTransaction } from './console/get-transaction.ts'
import { issueApiKey } from './console/issue-api-key.ts'
import { listConsoleKeys } from './console/list-console-keys.ts'
import { listIntegrations } from './console/list-integrations.ts'
import { listTransactions } from './console/list-transactions.ts'
import { passThroughRoutes } from './console/pass-through.ts'
import { requestEmailVerification } from './console/request-email-verification.ts'
import { revokeIntegration } from './console/revoke-integration.ts'
import { rotateApiKey } from './console/rotate-api-key.ts'
import { rotateIntegrationSecret } from './console/rotate-integration-secret.ts'
import { createPolicy, updatePolicy } from './console/save-policy.ts'
import { updateApiKey } from './console/update-api-key.ts'
import { updateIntegration } from './console/update-integration.ts'
import { updateOrganization } from './console/update-organization.ts'
import type { BffContext, BffEnv, Route } from './context.ts'
import { trustDescriptors } from './descriptors/trust-descriptors.ts'
import { getTrustedDescriptors } from './descriptors/trusted-descriptors.ts'
import { runDoctor } from './doctor/run-doctor.ts'
import { exportTransactions } from './exports/export-transactions.ts'
import { exportWallets } from './exports/export-wallets.ts'
import type { ConsoleOperations } from './http/console-operation.ts'
import { consoleRoutes } from './http/console-routes.ts'
import { createHttp } from './http/create-http.ts'
import { cspReportRoutes } from './http/csp-report.ts'
import { beginIdentityLink, beginProviderSignIn } from './identity/begin-identity.ts'
import { finishIdentity } from './identity/finish-identity.ts'
import { getOwnIdentity } from './identity/get-own-identity.ts'
import { unlinkIdentity } from './identity/unlink-identity.ts'
import { followLive } from './live/follow-live.ts'
import { acceptInvitation } from './members/accept-invitation.ts'
import { beginAccountRecovery } from './members/begin-account-recovery.ts'
import { beginJoin } from './members/begin-join.ts'
import { changeRole } from './members/change-role.ts'
import { endMemberSessions } from './members/end-member-sessions.ts'
import { finishAccountRecovery } from './members/finish-account-recovery.ts'
import { finishJoin } from './members/finish-join.ts'
import { inviteMember } from './members/invite-member.ts'
import { listInvitations } from './members/list-invitations.ts'
import { listMembers } from './members/list-members.ts'
import { readInvitation } from './members/read-invitation.ts'
import { removeMember } from './members/remove-member.ts'
import { revokeInvitation } from './members/revoke-invitation.ts'
import { startRecovery } from './members/start-recovery.ts'
import type { BffOptions } from './options.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { deleteOrganization } from './organizations/delete-organization.ts'
import { sandboxControlRoutes } from './sandbox/control-routes.ts'
import { getSandbox } from './sandbox/get-sandbox.ts'
import { mintDemoCoins } from './sandbox/mint-demo-coins.ts'
import { createScimToken } from './scim/create-scim-token.ts'
import { getScim } from './scim/get-scim.ts'
import { revokeScimToken } from './scim/revoke-scim-token.ts'
import { scimRoutes } from './scim/scim-routes.ts'
import { searchConsole } from './search/search-console.ts'
import { beginSetup } from './sessions/begin-setup.ts'
import { beginSignIn } from './sessions/begin-sign-in.ts'
import { beginStepUp } from './sessions/begin-step-up.ts'
import { finishSetup } from './sessions/finish-setup.ts'
import { finishSignIn } from './sessions/finish-sign-in.ts'
import { finishStepUp } from './sessions/finish-step-up.ts'
import { getSession } from './sessions/get-session.ts'
import { signOut } from './sessions/sign-out.ts'
import { switchOrganization } from './sessions/switch-organization.ts'
import { getHostedUpstream } from './upstream/outcomes/get-hosted-upstream.ts'
import { hostedWebhookRoutes } from './upstream/outcomes/hosted-webhook-route.ts'
import { registerUpstreamWebhook } from './upstream/outcomes/register-upstream-webhook.ts'
import { setUpstreamWebhook } from './upstream/outcomes/set-upstream-webhook.ts'
import { getKnownPasskey } from './widget/get-known-passkey.ts'
import { openConsoleWidgetSession } from './widget/open-console-widget-session.ts'
import { widgetSessionRoutes } from './widget/session-routes.ts'
import { widgetRoutes } from './widget/widget-routes.ts'

/** Maps each of the console's own endpoints to its operation. */
const CONSOLE_OPERATIONS: ConsoleOperations<typeof CONSOLE_ENDPOINTS> = {
  getSession,
  signOut,
  switchOrganization,
  beginSetup,
  finishSetup,
  beginSignIn,
  finishSignIn,
  beginProviderSignIn,
  finishIdentity,
  readInvitation,
  beginJoin,
  finishJoin,
  acceptInvitation,
  beginAccountRecovery,
  finishAccountRecovery,
  beginStepUp,
  finishStepUp,
  createOrganization,
  deleteOrganization,
  renamePerson,
  listOwnSessions,
  endOwnSession,
  signOutEverywhere,
  getAlertMails,
  setAlertMails,
  getOwnIdentity,
  beginIdentityLink,
  unlinkIdentity,
  listOwnPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  countRecoveryCodes,
  replaceRecoveryCodes,
  listMembers,
  changeRole,
  removeMember,
  endMemberSessions,
  startRecovery,
  listInvitations,
  inviteMember,
  revokeInvitation,
  getScim,
  createScimToken,
  revokeScimToken,
  listIntegrations,
  createIntegration,
  updateIntegration,
  revokeIntegration,
  rotateIntegrationSecret,
  endPreviousSecret,
  openConsoleWidgetSession,
  runDoctor,
  listAddresses,
  searchAddresses,
  lookUpKnownAddresses,
  importAddresses,
  saveAddress,
  removeAddress,
  verifyPayee,
  searchConsole,
  getTrustedDescriptors,
  trustDescriptors,
  listAudit,
  getAuditFacets,
  proveAudit,
  exportAudit,
  exportWallets,
  exportTransactions,
  followLive,
  acknowledgeAlert,
  getSandbox,
  mintDemoCoins,
  listConsoleKeys,
  getFirstSteps,
  getKnownPasskey,
}

/** Maps each endpoint that exists only for a hosted service to its operation. */
const HOSTED_OPERATIONS: ConsoleOperations<typeof HOSTED_CONSOLE_ENDPOINTS> = {
  getHostedUpstream,
  setUpstreamWebhook,
  registerUpstreamWebhook,
}

/** Service endpoints to which the console adds behavior. All other endpoints are forwarded unchanged. */
const BAAS_OPERATIONS: ForwardedOperations<typeof BAAS_ENDPOINTS> = {
  executeTransaction,
  getConfig,
  getTransaction,
  listTransactions,
  requestEmailVerification,
}
const ORG_OPERATIONS: ForwardedOperations<typeof ORG_ENDPOINTS> = {
  updateOrganization,
  issueApiKey,
  updateApiKey,
  rotateApiKey,
  listAlerts,
  createPolicy,
  updatePolicy,
}

/** Creates the BFF's HTTP app: one route per endpoint of the tables, and the built files. */
export function createApp(
  ctx: BffContext,
  options: Pick<BffOptions, 'onAnswer'> & AssetOptions,
): Hono<BffEnv> {
  const app = createHttp(ctx, options.onAnswer)
  app.route('/', mountRows(allRoutes(ctx)))
  mountAssets(app, ctx, options)
  return app
}

/** All routes except the files. */
export function allRoutes(ctx: BffContext): Route[] {
  return [
    ...consoleRoutes(ctx, CONSOLE_ENDPOINTS, CONSOLE_OPERATIONS),
    ...(ctx.settings.hostedUpstream ? consoleRoutes(ctx, HOSTED_CONSOLE_ENDPOINTS, HOSTED_OPERATIONS) : []),
    ...passThroughRoutes(ctx, '/api/baas', BAAS_ENDPOINTS, BAAS_OPERATIONS),
    ...passThroughRoutes(ctx, '/api/org', ORG_ENDPOINTS, ORG_OPERATIONS),
    ...sandboxControlRoutes(ctx),
    ...hostedWebhookRoutes(ctx),
    ...scimRoutes(ctx),
    ...widgetSessionRoutes(ctx),
    ...widgetRoutes(ctx),
    ...cspReportRoutes(ctx),
  ]
}
