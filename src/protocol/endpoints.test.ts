import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from './endpoints.ts'

const ROWS = Object.entries<Endpoint>({ ...BAAS_ENDPOINTS, ...ORG_ENDPOINTS })
/** Endpoints that are requested by POST but change nothing. */
const READING = [
  'predictWallet',
  'checkVerification',
  'resolveToken',
  'dryRunAllowList',
  'inspectToken',
  'simulateTransaction',
  'reviewMessage',
  'dryRunPolicy',
  'lookUpAddresses',
]
/** Action names, which must never change because hash-chained logs contain them. */
const NAMES = {
  requestEmailVerification: 'email-verification.requested',
  createWallet: 'wallet.created',
  prepareErc20Transfer: 'erc20-transfer.prepared',
  prepareErc20Approve: 'erc20-approve.prepared',
  prepareErc721SafeTransfer: 'erc721-safe-transfer.prepared',
  prepareErc1155SafeTransfer: 'erc1155-safe-transfer.prepared',
  prepareErc1155BatchTransfer: 'erc1155-batch-transfer.prepared',
  prepareErc721Approve: 'erc721-approve.prepared',
  prepareErc721SetApprovalForAll: 'erc721-set-approval-for-all.prepared',
  prepareErc1155SetApprovalForAll: 'erc1155-set-approval-for-all.prepared',
  executeTransaction: 'transaction.executed',
  holdMessage: 'message.held',
  finishRecovery: 'recovery.finished',
  updateOrganization: 'organization.updated',
  issueApiKey: 'api-key.issued',
  updateApiKey: 'api-key.updated',
  rotateApiKey: 'api-key.rotated',
  revokeApiKey: 'api-key.revoked',
  addDomain: 'domain.added',
  verifyDomain: 'domain.verified',
  updateDomain: 'domain.updated',
  removeDomain: 'domain.removed',
  createWebhook: 'webhook.created',
  updateWebhook: 'webhook.updated',
  deleteWebhook: 'webhook.deleted',
  rotateWebhookSecret: 'webhook.secret-rotated',
  sendTestEvent: 'webhook.test-sent',
  resendDelivery: 'webhook.delivery-resent',
  resendDeliveries: 'webhook.deliveries-resent',
  replayEvents: 'webhook.events-replayed',
  notifyApprover: 'transaction.approver-reminded',
  cancelTransaction: 'transaction.cancelled',
  resendInvitation: 'wallet.invitation-resent',
  allowToken: 'token.allowed',
  removeToken: 'token.removed',
  objectToRemoval: 'wallet.removal-objected',
  setFees: 'fees.set',
  createPolicy: 'policy.created',
  removeApprover: 'approver.removed',
  createPolicySigner: 'policy-signer.created',
  updatePolicy: 'policy.updated',
  deletePolicy: 'policy.deleted',
}

test('behavior: each change keeps its name in the audit log', () => {
  const named = ROWS.flatMap(([operation, { action }]) => (action === undefined ? [] : [[operation, action]]))
  expect(Object.fromEntries(named)).toEqual(NAMES)
})

test('behavior: every change of the tables has its own name', () => {
  const changes = ROWS.filter(
    ([operation, { method }]) => method !== 'GET' && !READING.includes(operation),
  ).map(([, { action }]) => action)
  expect(new Set(changes).size).toBe(changes.length)
  for (const action of changes) expect(action).toMatch(/^[a-z][a-z0-9-]*\.[a-z-]+$/)
  const others = ROWS.filter(([operation, { method }]) => method === 'GET' || READING.includes(operation))
  expect(others.filter(([, { action }]) => action !== undefined)).toEqual([])
})
