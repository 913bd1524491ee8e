import { expect, test } from 'vitest'
import { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from './console-endpoints.ts'
import type { ConsoleEndpoint } from './console/console-endpoint.ts'
import type { ServiceEndpoint } from './endpoint.ts'
import { ORG_ENDPOINTS } from './endpoints.ts'
import type { Access } from './roles.ts'
import { SCIM_ENDPOINTS } from './scim.ts'

const OWN = Object.entries<ConsoleEndpoint>({ ...CONSOLE_ENDPOINTS, ...HOSTED_CONSOLE_ENDPOINTS })

/**
 * Changes that members can make with a session alone, without a passkey prompt. Each needs a reason, because a
 * session thief can make them too.
 */
const WITHOUT_PASSKEY: Readonly<Record<string, string>> = {
  beginStepUp: 'asks for the passkey',
  finishStepUp: 'has the passkey',
  switchOrganization: 'the person’s own organizations',
  addPasskey: 'its options took the passkey',
  renamePasskey: 'a name that the person alone reads',
  endOwnSession: 'takes access away',
  acknowledgeAlert: 'the alert stays listed, with who acknowledged it',
  signOutEverywhere: 'takes access away',
  verifyDomain: 'looks for the proof; adding the domain took the passkey',
  openConsoleWidgetSession: 'a wallet’s passkey signs',
  lookUpKnownAddresses: 'reads',
  runDoctor: 'reads',
  inspectToken: 'reads',
  dryRunAllowList: 'reads',
  dryRunPolicy: 'reads',
  mintDemoCoins: 'the sandbox holds nothing',
  notifyApprover: 'repeats a notice to the approver',
  resendInvitation: 'repeats a mail to the address on record',
  sendTestEvent: 'sends to the endpoint on record',
  resendDeliveries: 'sends to the endpoint on record',
  replayEvents: 'sends to the endpoint on record',
  resendDelivery: 'sends to the endpoint on record',
}

test('param: a change that members make without their passkey → one of those with a reason', () => {
  // Daily operations of wallets need no prompt: a wallet's passkey signs them.
  const rows: [string, Pick<ConsoleEndpoint, 'method' | 'role' | 'stepUp'>][] = [
    ...OWN,
    ...Object.entries<ServiceEndpoint>(ORG_ENDPOINTS),
  ]
  const free = rows
    .filter(([, { method, role, stepUp }]) => role !== null && method !== 'GET' && stepUp !== true)
    .map(([name]) => name)
  expect(free.toSorted()).toEqual(Object.keys(WITHOUT_PASSKEY).toSorted())
})

/** Action names, which must never change because hash-chained logs contain them. */
const ACTIONS = {
  signOut: 'session.signed-out',
  finishSetup: 'organization.set-up',
  finishSignIn: ['session.signed-in', 'session.sign-in'],
  finishIdentity: ['session.signed-in', 'identity.linked'],
  finishJoin: 'member.joined',
  acceptInvitation: 'member.joined',
  finishAccountRecovery: 'member.recovered',
  finishStepUp: 'session.step-up',
  createOrganization: 'organization.created',
  deleteOrganization: 'organization.deleted',
  renamePerson: 'member.renamed',
  signOutEverywhere: 'session.all-ended',
  setAlertMails: 'alerts.mails-set',
  acknowledgeAlert: 'alerts.acknowledged',
  unlinkIdentity: 'identity.unlinked',
  addPasskey: 'passkey.added',
  renamePasskey: 'passkey.renamed',
  removePasskey: 'passkey.removed',
  replaceRecoveryCodes: 'passkey.codes-made',
  changeRole: 'member.role-changed',
  removeMember: 'member.removed',
  endMemberSessions: 'member.sessions-ended',
  startRecovery: 'member.recovery-started',
  inviteMember: 'member.invited',
  revokeInvitation: 'member.invitation-revoked',
  createScimToken: ['provisioning.token-created', 'provisioning.token-rotated'],
  revokeScimToken: 'provisioning.token-revoked',
  createIntegration: 'integration.created',
  updateIntegration: 'integration.updated',
  revokeIntegration: 'integration.revoked',
  rotateIntegrationSecret: 'integration.secret-rotated',
  endPreviousSecret: 'integration.old-secret-ended',
  importAddresses: 'address.saved',
  saveAddress: 'address.saved',
  removeAddress: 'address.removed',
  verifyPayee: ['address.verified', 'address.unverified'],
  trustDescriptors: 'organization.descriptors-trusted',
  exportAudit: 'audit.exported',
  exportWallets: 'export.started',
  exportTransactions: 'export.started',
}

test('behavior: the audit log calls each act by the name that it always had', () => {
  const named = OWN.flatMap(([name, { action }]) => (action === undefined ? [] : [[name, action]]))
  expect(Object.fromEntries(named)).toEqual(ACTIONS)
})

test('param: each row → its own route, and a schema that names the parameters of its path', () => {
  const routes = OWN.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(routes.length)
  for (const [name, { path, params }] of OWN) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
    const refused = params?.safeParse({ unknown: '' }).error?.issues ?? []
    const expected = refused.filter(({ code }) => code !== 'unrecognized_keys').map(({ path }) => path[0])
    expect(expected, name).toEqual(named)
  }
})

test('behavior: only rows without a session have a rate limit by address, and only changes are for the account', () => {
  const access: Access['role'][] = OWN.flatMap(([, { role }]) => role ?? [])
  expect(access.length).toBeGreaterThan(50)
  for (const [name, { method, role, limit, changesAccount }] of OWN) {
    if (limit !== undefined) expect(role, name).toBeNull()
    if (changesAccount === true) expect([method === 'GET', role], name).toEqual([false, 'read-only'])
  }
})

/** Action names of the identity providers' requests, which must never change either. */
const SCIM_ACTIONS = [
  'provisioning.user-created',
  'provisioning.user-updated',
  'provisioning.user-deactivated',
  'provisioning.user-reactivated',
  'provisioning.user-deleted',
]

test('behavior: the audit log calls each act of an identity provider by the name that it always had', () => {
  const named = Object.values(SCIM_ENDPOINTS).flatMap((row) => ('action' in row ? [...row.action] : []))
  expect([...new Set(named)]).toEqual(SCIM_ACTIONS)
})
