import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import type { ExampleService } from './example-service.ts'

export type ExampleRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/**
 * A request that an endpoint accepts with 200. `foreign`: the fields that refer to data of the caller
 * (`params.keyId`, `body.walletAddress`). If they refer to data of another organization, the response is exactly that
 * for unknown values. `own`: no field refers to anything, and the request concerns only the caller's own data.
 */
export type Example = {
  request: (world: ExampleService) => ExampleRequest | Promise<ExampleRequest>
  foreign: readonly string[] | 'own'
}

const FRIEND = '0x000000000000000000000000000000000000dEaD'
const nothing = () => ({})
const ofWallet = (
  fields: (world: ExampleService) => Record<string, unknown>,
  foreign: string[] = [],
): Example => ({
  request: (world) => ({ body: { walletAddress: world.wallet.address, ...fields(world) } }),
  foreign: ['body.walletAddress', ...foreign],
})
const movedBy = (token: 'erc721' | 'erc1155', fields: (world: ExampleService) => Record<string, unknown>) =>
  ofWallet(
    (world) => ({
      tokenAddress: world.chain.tokens[token],
      from: world.wallet.address,
      to: FRIEND,
      ...fields(world),
    }),
    ['body.from'],
  )
const ofWebhook = (body?: Record<string, unknown>): Example => ({
  request: async (world) => ({
    params: { webhookId: await world.newWebhookId() },
    ...(body === undefined ? {} : { body }),
  }),
  foreign: ['params.webhookId'],
})
const ofDelivery: Example = {
  request: async (world) => ({ params: await world.newDelivery() }),
  foreign: ['params.webhookId', 'params.deliveryId'],
}
const ofKey = (body?: Record<string, unknown>): Example => ({
  request: async (world) => ({
    params: { keyId: await world.newKeyId() },
    ...(body === undefined ? {} : { body }),
  }),
  foreign: ['params.keyId'],
})
const ofDomain = (body?: Record<string, unknown>): Example => ({
  request: async (world) => ({ params: { domainId: await world.newDomainId() }, ...(body && { body }) }),
  foreign: ['params.domainId'],
})
/** Disabled, so that the other examples still work. */
const POLICY = { name: 'Example', enabled: false, rule: { kind: 'recipients', recipients: [FRIEND] } }
const ofPolicy = (body?: Record<string, unknown>): Example => ({
  request: async (world) => ({
    params: { policyId: await world.newPolicyId(POLICY) },
    ...(body === undefined ? {} : { body }),
  }),
  foreign: ['params.policyId'],
})
const ofAddress: Example = {
  request: (world) => ({ params: { address: world.wallet.address } }),
  foreign: ['params.address'],
}

function newPasskey(world: ExampleService) {
  const { qxHex: qx, qyHex: qy, rpIdHash } = createSoftwarePasskey(world.demo.domain)
  return { qx, qy, rpIdHash }
}

/** One example per endpoint of the tables. An endpoint without one fails its contract test. */
export const EXAMPLES: Record<string, Example> = {
  predictWallet: { request: (world) => ({ body: newPasskey(world) }), foreign: ['body.rpIdHash'] },
  requestEmailVerification: { request: () => ({ body: { email: 'asked@example.com' } }), foreign: 'own' },
  pendingVerification: {
    request: async (world) => {
      await world.requestCode('pending@example.com')
      return { query: { email: 'pending@example.com' } }
    },
    foreign: ['query.email'],
  },
  createWallet: {
    request: async (world) => {
      const email = `${crypto.randomUUID()}@example.com`
      return { body: { ...newPasskey(world), email, verificationCode: await world.requestCode(email) } }
    },
    foreign: ['body.rpIdHash'],
  },
  checkVerification: {
    request: async (world) => {
      const email = `${crypto.randomUUID()}@example.com`
      return { body: { email, verificationCode: await world.requestCode(email) } }
    },
    foreign: ['body.email'],
  },
  listWallets: { request: nothing, foreign: 'own' },
  getWallet: ofAddress,
  finishRecovery: ofAddress,
  getCollectible: {
    request: (world) => ({
      params: {
        address: world.wallet.address,
        tokenAddress: world.chain.tokens.erc721,
        tokenId: world.tokenIds.erc721,
      },
    }),
    foreign: ['params.address'],
  },
  prepareErc20Transfer: ofWallet(({ chain }) => ({
    tokenAddress: chain.tokens.erc20,
    to: FRIEND,
    amount: '1',
  })),
  prepareErc20Approve: ofWallet(({ chain }) => ({
    tokenAddress: chain.tokens.erc20,
    spender: FRIEND,
    amount: '1',
  })),
  prepareErc721SafeTransfer: movedBy('erc721', ({ tokenIds }) => ({ tokenId: tokenIds.erc721 })),
  prepareErc1155SafeTransfer: movedBy('erc1155', ({ tokenIds }) => ({
    tokenId: tokenIds.erc1155[0],
    amount: '1',
  })),
  prepareErc1155BatchTransfer: movedBy('erc1155', ({ tokenIds }) => ({
    tokenIds: tokenIds.erc1155,
    amounts: ['1', '2'],
  })),
  prepareErc721Approve: ofWallet(({ chain, tokenIds }) => ({
    tokenAddress: chain.tokens.erc721,
    approved: FRIEND,
    tokenId: tokenIds.erc721,
  })),
  prepareErc721SetApprovalForAll: ofWallet(({ chain }) => ({
    tokenAddress: chain.tokens.erc721,
    operator: FRIEND,
    approved: true,
  })),
  prepareErc1155SetApprovalForAll: ofWallet(({ chain }) => ({
    tokenAddress: chain.tokens.erc1155,
    operator: FRIEND,
    approved: false,
  })),
  listAllowedTokens: { request: nothing, foreign: 'own' },
  resolveToken: { request: ({ chain }) => ({ body: { address: chain.tokens.erc20 } }), foreign: 'own' },
  executeTransaction: {
    request: (world) => ({ body: world.signed(world.wallet, world.transfer(FRIEND, 1n)) }),
    foreign: ['body.walletAddress'],
  },
  summarizeWallets: {
    request: (world) => ({ query: { addresses: world.wallet.address } }),
    foreign: ['query.addresses'],
  },
  getBalances: ofAddress,
  lookUpAddresses: ofWallet(() => ({ addresses: [FRIEND] })),
  listHistory: ofAddress,
  getTransaction: {
    request: async (world) => ({ params: { transactionUuid: await world.newTransactionId() } }),
    foreign: ['params.transactionUuid'],
  },
  listTransactions: {
    request: (world) => ({ query: { wallet: world.wallet.address } }),
    foreign: ['query.wallet'],
  },
  simulateTransaction: ofWallet((world) => ({
    toAddress: world.chain.tokens.erc20,
    value: '0',
    ...world.transfer(FRIEND, 1n),
  })),
  reviewMessage: {
    request: (world) => {
      const { signature: _, ...body } = world.signedMessage()
      return { body }
    },
    foreign: ['body.walletAddress'],
  },
  holdMessage: { request: (world) => ({ body: world.signedMessage() }), foreign: ['body.walletAddress'] },
  getMessage: {
    request: async (world) => ({ params: { messageUuid: await world.newMessageId() } }),
    foreign: ['params.messageUuid'],
  },
  getConfig: { request: nothing, foreign: 'own' },
  getOrganization: { request: nothing, foreign: 'own' },
  updateOrganization: { request: () => ({ body: { name: 'Demo' } }), foreign: 'own' },
  listApiKeys: { request: nothing, foreign: 'own' },
  issueApiKey: { request: () => ({ body: { label: 'New', scopes: ['wallet:read'] } }), foreign: 'own' },
  updateApiKey: ofKey({ label: 'Renamed' }),
  rotateApiKey: ofKey({ graceSeconds: 60 }),
  revokeApiKey: ofKey(),
  getApiKeyUsage: ofKey(),
  listApiKeyRequests: ofKey(),
  dryRunAllowList: ofKey({ ranges: ['203.0.113.0/24'] }),
  listDomains: { request: nothing, foreign: 'own' },
  addDomain: { request: () => ({ body: { domain: `${crypto.randomUUID()}.example` } }), foreign: 'own' },
  listPolicies: { request: nothing, foreign: 'own' },
  createPolicy: ofWallet(() => POLICY),
  createPolicySigner: { request: nothing, foreign: 'own' },
  removeApprover: { request: () => ({ body: { administratorId: 'nobody' } }), foreign: 'own' },
  updatePolicy: ofPolicy({ name: 'Renamed' }),
  deletePolicy: ofPolicy(),
  dryRunPolicy: ofWallet(() => ({ rule: POLICY.rule })),
  verifyDomain: ofDomain(),
  updateDomain: ofDomain({ relatedOrigins: ['https://shop.de'] }),
  removeDomain: ofDomain(),
  getClocks: { request: nothing, foreign: 'own' },
  getGas: { request: nothing, foreign: 'own' },
  listOrganizationTokens: { request: nothing, foreign: 'own' },
  inspectToken: { request: ({ chain }) => ({ body: { address: chain.tokens.erc20 } }), foreign: 'own' },
  allowToken: {
    request: ({ chain }) => ({ params: { address: chain.tokens.erc20 }, body: { standard: 'erc20' } }),
    foreign: 'own',
  },
  removeToken: {
    request: async (world) => ({ params: { address: await world.newTokenAddress() } }),
    foreign: ['params.address'],
  },
  listOrganizationTransactions: {
    request: (world) => ({ query: { wallet: world.wallet.address } }),
    foreign: ['query.wallet'],
  },
  listApprovals: { request: () => ({ query: { waitingFor: 'others' } }), foreign: 'own' },
  countApprovals: { request: nothing, foreign: 'own' },
  getTransactionTimeline: {
    request: async (world) => ({ params: { transactionUuid: await world.newTransactionId() } }),
    foreign: ['params.transactionUuid'],
  },
  getReceipt: {
    request: async (world) => ({ params: { transactionUuid: await world.newTransactionId() } }),
    foreign: ['params.transactionUuid'],
  },
  getUsage: { request: () => ({ query: { days: '7' } }), foreign: 'own' },
  getOverview: { request: nothing, foreign: 'own' },
  listAlerts: { request: nothing, foreign: 'own' },
  notifyApprover: {
    request: async (world) => ({ params: { transactionUuid: await world.newHeldTransactionId() } }),
    foreign: ['params.transactionUuid'],
  },
  cancelTransaction: {
    request: async (world) => ({ params: { transactionUuid: await world.newHeldTransactionId() } }),
    foreign: ['params.transactionUuid'],
  },
  getWalletApprover: ofAddress,
  resendInvitation: {
    request: async (world) => ({ params: { address: await world.newInvitedAddress() } }),
    foreign: ['params.address'],
  },
  objectToRemoval: {
    request: async (world) => ({ params: { address: await world.newRemovalAddress() } }),
    foreign: ['params.address'],
  },
  listWebhooks: { request: nothing, foreign: 'own' },
  createWebhook: { request: () => ({ body: { url: 'https://hooks.invalid/new' } }), foreign: 'own' },
  updateWebhook: ofWebhook({ description: 'Changed' }),
  deleteWebhook: ofWebhook(),
  rotateWebhookSecret: ofWebhook(),
  sendTestEvent: ofWebhook(),
  listDeliveries: ofWebhook(),
  getDelivery: ofDelivery,
  resendDelivery: ofDelivery,
  resendDeliveries: ofWebhook({ status: 'failed' }),
  replayEvents: ofWebhook({ sinceDatetime: '2026-01-01T00:00:00Z' }),
  listEvents: { request: nothing, foreign: 'own' },
  getFees: { request: nothing, foreign: 'own' },
  setFees: { request: () => ({ body: { fee: null } }), foreign: 'own' },
}
