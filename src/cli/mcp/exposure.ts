import type * as z from 'zod/mini'
import type { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { agentTransactionListSchema, agentTransactionSchema } from './agent-transaction.ts'

/** Reasons for which an endpoint is no tool of an agent. */
export const WITHHELD_REASONS = {
  /** An agent has no passkey, and a signature in its context could be submitted by others. */
  signature: 'takes or returns a passkey’s signature',
  creation: 'is part of creating a wallet, for which a person creates a passkey in a browser',
  control: 'changes who controls a wallet',
  /** Transcripts of agents are stored and sent to the providers of models. */
  secret: 'returns a secret',
  stepUp: 'needs an administrator’s passkey in the console for exactly this request',
} as const
export type WithheldReason = keyof typeof WITHHELD_REASONS

export type Exposed = {
  isExposed: true
  /** The only fields that the tool returns. Undefined means all fields of the response. */
  answer?: z.ZodMiniType
}
export type Withheld = { isExposed: false; reason: WithheldReason }

const exposed: Exposed = { isExposed: true }
const withheld = (reason: WithheldReason): Withheld => ({ isExposed: false, reason })

type Endpoints = typeof BAAS_ENDPOINTS & typeof ORG_ENDPOINTS
export type EndpointName = keyof Endpoints

/** An endpoint that needs a step-up in the console cannot be exposed: it does not compile. */
type Exposures = {
  [Name in EndpointName]: Endpoints[Name] extends { stepUp: true } ? Withheld : Exposed | Withheld
}

/**
 * Decides for each endpoint whether an agent gets it as a tool. A new endpoint does not compile without a row.
 * Source: ADR 0005.
 */
export const EXPOSURES: Exposures = {
  predictWallet: withheld('creation'),
  requestEmailVerification: withheld('creation'),
  pendingVerification: withheld('creation'),
  createWallet: withheld('creation'),
  checkVerification: withheld('creation'),
  finishRecovery: withheld('control'),

  prepareErc20Transfer: exposed,
  prepareErc20Approve: exposed,
  prepareErc721SafeTransfer: exposed,
  prepareErc1155SafeTransfer: exposed,
  prepareErc1155BatchTransfer: exposed,
  prepareErc721Approve: exposed,
  prepareErc721SetApprovalForAll: exposed,
  prepareErc1155SetApprovalForAll: exposed,
  simulateTransaction: exposed,
  reviewMessage: exposed,
  executeTransaction: withheld('signature'),
  holdMessage: withheld('signature'),
  getMessage: withheld('signature'),
  getReceipt: withheld('signature'),

  listAllowedTokens: exposed,
  resolveToken: exposed,
  summarizeWallets: exposed,
  listWallets: exposed,
  getWallet: exposed,
  getCollectible: exposed,
  lookUpAddresses: exposed,
  getBalances: exposed,
  listHistory: exposed,
  getTransaction: { isExposed: true, answer: agentTransactionSchema },
  listTransactions: { isExposed: true, answer: agentTransactionListSchema },
  getConfig: exposed,

  getOrganization: exposed,
  updateOrganization: withheld('stepUp'),
  listApiKeys: exposed,
  issueApiKey: withheld('secret'),
  updateApiKey: withheld('stepUp'),
  rotateApiKey: withheld('secret'),
  revokeApiKey: withheld('stepUp'),
  getApiKeyUsage: exposed,
  dryRunAllowList: exposed,
  listApiKeyRequests: exposed,
  listDomains: exposed,
  addDomain: withheld('stepUp'),
  verifyDomain: exposed,
  updateDomain: withheld('stepUp'),
  removeDomain: withheld('stepUp'),
  getClocks: exposed,
  getGas: exposed,
  getUsage: exposed,
  getOverview: exposed,
  listAlerts: exposed,

  listWebhooks: exposed,
  createWebhook: withheld('secret'),
  updateWebhook: withheld('stepUp'),
  deleteWebhook: withheld('stepUp'),
  rotateWebhookSecret: withheld('secret'),
  sendTestEvent: exposed,
  listDeliveries: exposed,
  getDelivery: exposed,
  resendDelivery: exposed,
  resendDeliveries: exposed,
  replayEvents: exposed,
  listEvents: exposed,

  listOrganizationTransactions: exposed,
  listApprovals: exposed,
  countApprovals: exposed,
  getTransactionTimeline: exposed,
  notifyApprover: exposed,
  cancelTransaction: withheld('stepUp'),
  getWalletApprover: exposed,
  resendInvitation: exposed,
  objectToRemoval: withheld('stepUp'),

  listOrganizationTokens: exposed,
  inspectToken: exposed,
  allowToken: withheld('stepUp'),
  removeToken: withheld('stepUp'),
  getFees: exposed,
  setFees: withheld('stepUp'),
  listPolicies: exposed,
  createPolicy: withheld('stepUp'),
  updatePolicy: withheld('stepUp'),
  deletePolicy: withheld('stepUp'),
  dryRunPolicy: exposed,
  removeApprover: withheld('stepUp'),
  createPolicySigner: withheld('stepUp'),
}
