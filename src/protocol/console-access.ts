import { oneOf } from './fields.ts'

/** The roles of an organization's members, the most powerful first. Source: ADR 0020. */
export const ROLES = ['owner', 'admin', 'operator', 'read-only'] as const
export type Role = (typeof ROLES)[number]
export const roleSchema = oneOf(ROLES)

/** Whether a role includes another one: each role includes those after it. */
export function reaches(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed)
}

/** Whether a role may give, change or revoke these roles: owners all of them, admins those below their own. */
export function mayGovern(actor: Role, ...concerned: readonly Role[]): boolean {
  if (actor === 'owner') return true
  return actor === 'admin' && concerned.every((role) => !reaches(role, 'admin'))
}

/** The role for a route of the console, and whether it requires step-up. */
export type Access = { role: Role; stepUp?: true }

const ANY_MEMBER: Access = { role: 'read-only' }
const OPERATOR: Access = { role: 'operator' }
/** Takes back what others have started, or changes what they read: a session alone is not enough. */
const OPERATOR_STEP_UP: Access = { role: 'operator', stepUp: true }
const ADMIN: Access = { role: 'admin' }
/** Changes to who has power: each takes the passkey (threat 44). */
const ADMIN_STEP_UP: Access = { role: 'admin', stepUp: true }
const OWNER_STEP_UP: Access = { role: 'owner', stepUp: true }
/** The person's own passkeys, in any role. */
const OWN_STEP_UP: Access = { role: 'read-only', stepUp: true }

/**
 * The access to every route with a session, by method and pattern. A test requires an entry for each route of the
 * BFF; a missing one is for owners with step-up. Source: ADR 0020.
 */
export const CONSOLE_ACCESS = {
  // The session itself, and the person's own account.
  'POST /api/step-up/options': ANY_MEMBER,
  'POST /api/step-up/verify': ANY_MEMBER,
  'POST /api/session/organization': ANY_MEMBER,
  'POST /api/organizations': OWNER_STEP_UP,
  'POST /api/organization/deletion': OWNER_STEP_UP,
  // The others read it as the name of who asks for an approval, or approved.
  'PUT /api/account/name': OWN_STEP_UP,
  'GET /api/account/passkeys': ANY_MEMBER,
  'POST /api/account/passkeys/options': OWN_STEP_UP,
  'POST /api/account/passkeys': ANY_MEMBER,
  'PUT /api/account/passkeys/:passkeyId': ANY_MEMBER,
  'DELETE /api/account/passkeys/:passkeyId': OWN_STEP_UP,
  'GET /api/account/recovery-codes': ANY_MEMBER,
  'POST /api/account/recovery-codes': OWN_STEP_UP,
  'GET /api/account/identity': ANY_MEMBER,
  'POST /api/account/identity': OWN_STEP_UP,
  'DELETE /api/account/identity': OWN_STEP_UP,
  'GET /api/account/alerts': ANY_MEMBER,
  // A thief of a session must not silence them.
  'PUT /api/account/alerts': OWN_STEP_UP,
  'GET /api/account/sessions': ANY_MEMBER,
  'DELETE /api/account/sessions/:sessionId': ANY_MEMBER,
  'POST /api/account/sign-out-everywhere': ANY_MEMBER,
  'POST /api/join/accept': OWN_STEP_UP,
  // Members. `mayGovern` decides whom an admin may change.
  'GET /api/members': ANY_MEMBER,
  'PUT /api/members/:memberId': ADMIN_STEP_UP,
  'DELETE /api/members/:memberId': ADMIN_STEP_UP,
  'DELETE /api/members/:memberId/sessions': ADMIN_STEP_UP,
  'POST /api/members/:memberId/recovery': OWNER_STEP_UP,
  'GET /api/invitations': ADMIN,
  'POST /api/invitations': ADMIN_STEP_UP,
  'DELETE /api/invitations/:invitationId': ADMIN_STEP_UP,
  // The console's reads and live events.
  'GET /api/live': ANY_MEMBER,
  'GET /api/sandbox': ANY_MEMBER,
  'POST /api/sandbox/faucet': OPERATOR,
  'GET /api/sandbox/state': ANY_MEMBER,
  'PUT /api/sandbox/script': OPERATOR,
  'POST /api/sandbox/customers': OPERATOR,
  'POST /api/sandbox/customers/:customerId/payments': OPERATOR,
  'POST /api/sandbox/tour': OPERATOR,
  'DELETE /api/sandbox/tour': OPERATOR,
  'POST /api/sandbox/receiver': OPERATOR,
  'POST /api/sandbox/clock': OPERATOR,
  'GET /api/console-keys': ANY_MEMBER,
  'GET /api/upstream': ANY_MEMBER,
  'PUT /api/upstream/webhook': ADMIN_STEP_UP,
  'POST /api/upstream/webhook/registration': ADMIN_STEP_UP,
  'GET /api/integrations': ANY_MEMBER,
  'POST /api/integrations': ADMIN_STEP_UP,
  'PUT /api/integrations/:integrationId': ADMIN_STEP_UP,
  'DELETE /api/integrations/:integrationId': ADMIN_STEP_UP,
  'POST /api/integrations/:integrationId/rotate-secret': ADMIN_STEP_UP,
  'DELETE /api/integrations/:integrationId/previous-secret': ADMIN_STEP_UP,
  'POST /api/widget-session': OPERATOR,
  'POST /api/doctor': OPERATOR,
  // Names for addresses: members read them where they choose and sign.
  'GET /api/addresses': ANY_MEMBER,
  'GET /api/addresses/search': ANY_MEMBER,
  'POST /api/addresses/lookup': ANY_MEMBER,
  'POST /api/addresses/import': OPERATOR_STEP_UP,
  'PUT /api/addresses/:address': OPERATOR_STEP_UP,
  'DELETE /api/addresses/:address': OPERATOR_STEP_UP,
  // This name is displayed where people sign.
  'PUT /api/addresses/:address/payee': ADMIN_STEP_UP,
  // Descriptions of these publishers are displayed where people sign.
  'GET /api/descriptors': ANY_MEMBER,
  'PUT /api/descriptors': ADMIN_STEP_UP,
  // The audit log: the read-only role lets auditors read it.
  'GET /api/audit': ANY_MEMBER,
  'GET /api/audit/facets': ANY_MEMBER,
  'GET /api/audit/proof': ANY_MEMBER,
  'GET /api/audit/export': ANY_MEMBER,
  // Wallets, tokens and transactions.
  'POST /api/baas/wallets/predict': OPERATOR,
  'POST /api/baas/wallets/check-verification': OPERATOR,
  'POST /api/baas/wallets/request-email-verification': OPERATOR,
  'GET /api/baas/wallets/pending-verification': OPERATOR,
  'POST /api/baas/wallets': OPERATOR,
  'GET /api/baas/wallets': ANY_MEMBER,
  'GET /api/baas/wallets/:address': ANY_MEMBER,
  'POST /api/baas/wallets/:address/finish-recovery': OPERATOR,
  'GET /api/baas/wallets/:address/collectibles/:tokenAddress/:tokenId': ANY_MEMBER,
  'GET /api/wallets/:address/passkey': ANY_MEMBER,
  // Readers of a list may export it.
  'GET /api/exports/wallets': ANY_MEMBER,
  'GET /api/exports/transactions': ANY_MEMBER,
  'GET /api/baas/wallets/:address/balances': ANY_MEMBER,
  'GET /api/baas/wallets/:address/history': ANY_MEMBER,
  'POST /api/baas/tokens/erc20/transfer': OPERATOR,
  'POST /api/baas/tokens/erc20/approve': OPERATOR,
  'POST /api/baas/tokens/erc721/safe-transfer': OPERATOR,
  'POST /api/baas/tokens/erc721/approve': OPERATOR,
  'POST /api/baas/tokens/erc721/set-approval-for-all': OPERATOR,
  'POST /api/baas/tokens/erc1155/safe-transfer': OPERATOR,
  'POST /api/baas/tokens/erc1155/batch-transfer': OPERATOR,
  'POST /api/baas/tokens/erc1155/set-approval-for-all': OPERATOR,
  'POST /api/baas/addresses/lookup': ANY_MEMBER,
  'GET /api/baas/tokens/allowed': ANY_MEMBER,
  'POST /api/baas/tokens/resolve': ANY_MEMBER,
  'POST /api/baas/transactions/execute': OPERATOR,
  'POST /api/baas/transactions/simulate': ANY_MEMBER,
  'GET /api/baas/transactions/:transactionUuid': ANY_MEMBER,
  'GET /api/baas/transactions': ANY_MEMBER,
  'POST /api/baas/messages/review': ANY_MEMBER,
  'POST /api/baas/messages': OPERATOR,
  'GET /api/baas/messages/:messageUuid': OPERATOR,
  'GET /api/baas/config': ANY_MEMBER,
  'GET /api/org/transactions': ANY_MEMBER,
  'GET /api/org/transactions/:transactionUuid/timeline': ANY_MEMBER,
  'GET /api/org/transactions/:transactionUuid/receipt': ANY_MEMBER,
  'POST /api/org/transactions/:transactionUuid/notify': OPERATOR,
  'POST /api/org/transactions/:transactionUuid/cancel': OPERATOR_STEP_UP,
  'GET /api/org/wallets/:address/approver': ANY_MEMBER,
  'POST /api/org/wallets/:address/invitation': OPERATOR,
  'GET /api/org/tokens': ANY_MEMBER,
  'POST /api/org/tokens/inspect': ANY_MEMBER,
  // Names, symbols and decimals that people read where they sign.
  'PUT /api/org/tokens/:address': ADMIN_STEP_UP,
  'DELETE /api/org/tokens/:address': ADMIN_STEP_UP,
  // The organization's settings.
  'GET /api/org/organization': ANY_MEMBER,
  'PUT /api/org/organization': ADMIN_STEP_UP,
  'GET /api/org/keys': ANY_MEMBER,
  'POST /api/org/keys': ADMIN_STEP_UP,
  'PUT /api/org/keys/:keyId': ADMIN_STEP_UP,
  'POST /api/org/keys/:keyId/rotate': ADMIN_STEP_UP,
  'DELETE /api/org/keys/:keyId': ADMIN_STEP_UP,
  'GET /api/org/keys/:keyId/usage': ANY_MEMBER,
  'GET /api/org/keys/:keyId/requests': ANY_MEMBER,
  'POST /api/org/keys/:keyId/allow-list-dry-run': ANY_MEMBER,
  'GET /api/org/domains': ANY_MEMBER,
  'POST /api/org/domains': ADMIN_STEP_UP,
  // Only checks for the proof: a page polls it.
  'POST /api/org/domains/:domainId/verify': ADMIN,
  'DELETE /api/org/domains/:domainId': ADMIN_STEP_UP,
  'GET /api/org/fees': ANY_MEMBER,
  'PUT /api/org/fees': ADMIN_STEP_UP,
  'GET /api/org/policies': ANY_MEMBER,
  'POST /api/org/policies': ADMIN_STEP_UP,
  'POST /api/org/policy-signer': ADMIN_STEP_UP,
  'POST /api/org/wallets/:address/objection': ADMIN_STEP_UP,
  'PUT /api/org/policies/:policyId': ADMIN_STEP_UP,
  'DELETE /api/org/policies/:policyId': ADMIN_STEP_UP,
  'POST /api/org/policies/dry-run': ANY_MEMBER,
  'GET /api/org/clocks': ANY_MEMBER,
  'GET /api/org/gas': ANY_MEMBER,
  'GET /api/org/usage': ANY_MEMBER,
  'GET /api/org/overview': ANY_MEMBER,
  'GET /api/org/alerts': ANY_MEMBER,
  'GET /api/org/webhooks': ANY_MEMBER,
  'POST /api/org/webhooks': ADMIN_STEP_UP,
  'PUT /api/org/webhooks/:webhookId': ADMIN_STEP_UP,
  'DELETE /api/org/webhooks/:webhookId': ADMIN_STEP_UP,
  'POST /api/org/webhooks/:webhookId/rotate-secret': ADMIN_STEP_UP,
  'POST /api/org/webhooks/:webhookId/test': OPERATOR,
  'GET /api/org/webhooks/:webhookId/deliveries': ANY_MEMBER,
  'GET /api/org/webhooks/:webhookId/deliveries/:deliveryId': ANY_MEMBER,
  'POST /api/org/webhooks/:webhookId/deliveries/:deliveryId/resend': OPERATOR,
  'POST /api/org/webhooks/:webhookId/resend': OPERATOR,
  'POST /api/org/webhooks/:webhookId/replay': OPERATOR,
  'GET /api/org/events': ANY_MEMBER,
} as const satisfies Record<string, Access>

export type ConsoleRoute = keyof typeof CONSOLE_ACCESS

const DECIDED: ReadonlyMap<string, Access> = new Map(Object.entries(CONSOLE_ACCESS))

/** The access to a route; the strictest without an entry. */
export function accessOf(method: string, path: string): Access {
  return DECIDED.get(`${method} ${path}`) ?? OWNER_STEP_UP
}
