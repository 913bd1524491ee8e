import type * as z from 'zod/mini'
import type { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import { integrationListSchema } from '#protocol/console/integrations.ts'
import { invitationListSchema, ownPasskeyListSchema } from '#protocol/members.ts'
import { readContent, stepUpFor, type Admin } from './console-browser.ts'
import { listMembers } from './people.ts'

export const EXAMPLE_ADDRESS = `0x${'1'.repeat(40)}`

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
/** Input of a request that succeeds. `elsewhere`: the test file that sends the request instead. */
type Example = Input | ((admin: Admin) => Promise<Input>) | { elsewhere: string }
type Rows = typeof CONSOLE_ENDPOINTS & typeof HOSTED_CONSOLE_ENDPOINTS

const INTEGRATION = { label: 'Shop', origins: ['https://shop.example'], operations: ['create'] }

const list = async <Schema extends z.ZodMiniType>({ browser }: Admin, path: string, schema: Schema) =>
  schema.parse(await readContent(browser.send(path)))

async function newestIntegration(admin: Admin): Promise<{ params: Record<string, string> }> {
  const [integration] = await list(admin, '/api/integrations', integrationListSchema)
  return { params: { integrationId: integration?.id ?? '' } }
}

async function ownPasskey(admin: Admin): Promise<{ params: Record<string, string> }> {
  const [passkey] = await list(admin, '/api/account/passkeys', ownPasskeyListSchema)
  return { params: { passkeyId: passkey?.id ?? '' } }
}

async function firstMember(admin: Admin): Promise<{ params: Record<string, string> }> {
  return { params: { memberId: (await listMembers(admin))[0]?.id ?? '' } }
}

const ADDRESS = { address: EXAMPLE_ADDRESS }

/** One example per endpoint of the console, in an order in which an owner can send them. */
export const CONSOLE_EXAMPLES = {
  getSession: {},
  beginSignIn: {},
  beginSetup: { elsewhere: 'sessions/setup.test.ts' },
  finishSetup: { elsewhere: 'sessions/setup.test.ts' },
  finishSignIn: { elsewhere: 'sessions/sign-in.test.ts' },
  beginProviderSignIn: { elsewhere: 'identity/identity.test.ts' },
  finishIdentity: { elsewhere: 'identity/identity.test.ts' },
  readInvitation: { elsewhere: 'members/join.test.ts' },
  beginJoin: { elsewhere: 'members/join.test.ts' },
  finishJoin: { elsewhere: 'members/join.test.ts' },
  acceptInvitation: { elsewhere: 'members/join.test.ts' },
  beginAccountRecovery: { elsewhere: 'members/recover.test.ts' },
  finishAccountRecovery: { elsewhere: 'members/recover.test.ts' },
  beginStepUp: { body: stepUpFor({ method: 'PUT', path: '/api/account/name' }) },
  finishStepUp: { elsewhere: 'sessions/step-up.test.ts' },
  createOrganization: { elsewhere: 'sessions/switch-organization.test.ts' },
  switchOrganization: { elsewhere: 'sessions/switch-organization.test.ts' },
  deleteOrganization: { elsewhere: 'sessions/switch-organization.test.ts' },
  renamePerson: { body: { name: 'Ada Lovelace' } },
  listOwnSessions: {},
  endOwnSession: { elsewhere: 'sessions/end-sessions.test.ts' },
  getAlertMails: {},
  setAlertMails: { body: { email: 'ada@example.com', muted: ['relayer-low'] } },
  getOwnIdentity: {},
  beginIdentityLink: { elsewhere: 'identity/identity.test.ts' },
  unlinkIdentity: { elsewhere: 'identity/identity.test.ts' },
  listOwnPasskeys: {},
  beginPasskey: {},
  addPasskey: { elsewhere: 'account/account.test.ts' },
  renamePasskey: async (admin) => ({ ...(await ownPasskey(admin)), body: { name: 'Laptop' } }),
  removePasskey: { elsewhere: 'account/account.test.ts' },
  countRecoveryCodes: {},
  replaceRecoveryCodes: {},
  listMembers: {},
  changeRole: async (admin) => ({ ...(await firstMember(admin)), body: { role: 'owner' } }),
  removeMember: { elsewhere: 'members/members.test.ts' },
  startRecovery: firstMember,
  inviteMember: { body: { role: 'operator' } },
  listInvitations: {},
  revokeInvitation: async (admin) => {
    const { invitations } = await list(admin, '/api/invitations', invitationListSchema)
    return { params: { invitationId: invitations[0]?.id ?? '' } }
  },
  getScim: {},
  createScimToken: {},
  revokeScimToken: {},
  createIntegration: { body: INTEGRATION },
  listIntegrations: {},
  updateIntegration: async (admin) => ({ ...(await newestIntegration(admin)), body: INTEGRATION }),
  rotateIntegrationSecret: async (admin) => ({
    ...(await newestIntegration(admin)),
    body: { graceSeconds: 3_600 },
  }),
  endPreviousSecret: newestIntegration,
  revokeIntegration: newestIntegration,
  openConsoleWidgetSession: { body: { operations: ['create'] } },
  runDoctor: { elsewhere: 'doctor/doctor.test.ts' },
  importAddresses: { body: { addresses: [{ ...ADDRESS, label: 'Exchange', note: '' }] } },
  saveAddress: { params: ADDRESS, body: { label: 'Exchange', note: 'ours' } },
  listAddresses: {},
  searchAddresses: { query: { q: 'Ex' } },
  lookUpKnownAddresses: { body: { addresses: [EXAMPLE_ADDRESS] } },
  verifyPayee: { params: ADDRESS, body: { payee: true } },
  removeAddress: { params: ADDRESS },
  searchConsole: { query: { q: 'Ex' } },
  getTrustedDescriptors: {},
  trustDescriptors: { body: { trusted: [] } },
  listAudit: { query: { limit: '2' } },
  getAuditFacets: {},
  proveAudit: {},
  exportAudit: { query: { format: 'csv' } },
  exportWallets: { query: { format: 'csv' } },
  exportTransactions: { elsewhere: 'exports/export-transactions.test.ts' },
  followLive: { elsewhere: 'live/live.test.ts' },
  getSandbox: {},
  mintDemoCoins: { elsewhere: 'sandbox/control-routes.test.ts' },
  listConsoleKeys: {},
  getFirstSteps: {},
  acknowledgeAlert: { elsewhere: 'alerts/acknowledge-alert.test.ts' },
  getKnownPasskey: { params: ADDRESS },
  getHostedUpstream: {},
  setUpstreamWebhook: { elsewhere: 'upstream/outcomes/hosted-upstream.test.ts' },
  registerUpstreamWebhook: { elsewhere: 'upstream/outcomes/hosted-upstream.test.ts' },
  // These endpoints are last because they end the session.
  endMemberSessions: { elsewhere: 'members/members.test.ts' },
  signOutEverywhere: { elsewhere: 'sessions/end-sessions.test.ts' },
  signOut: {},
} satisfies { [Name in keyof Rows]: Example }
