import type { Role } from './roles.ts'

/** Who may use a route of the console, and whether the passkey is asked for each time. */
export type Access = { role: Role; stepUp?: true }

const EVERYBODY: Access = { role: 'read-only' }
const OPERATOR: Access = { role: 'operator' }
const ADMIN: Access = { role: 'admin' }
/** Changes of what gives power away or takes it: each takes the passkey (threat 44). */
const ADMIN_STEP_UP: Access = { role: 'admin', stepUp: true }
const OWNER_STEP_UP: Access = { role: 'owner', stepUp: true }
/** One's own passkeys, whatever one's role is. */
const OWN_STEP_UP: Access = { role: 'read-only', stepUp: true }

/**
 * The decision for every route that takes a session, by method and pattern. A test insists that each route of the
 * BFF stands here; one that does not is for owners with their passkey. Source: ADR 0020.
 */
export const CONSOLE_ACCESS = {
  // The session itself, and one's own account.
  'POST /api/step-up/options': EVERYBODY,
  'POST /api/step-up/verify': EVERYBODY,
  'POST /api/session/organization': EVERYBODY,
  'POST /api/organizations': OWNER_STEP_UP,
  'POST /api/organization/deletion': OWNER_STEP_UP,
  'PUT /api/account/name': EVERYBODY,
  'GET /api/account/passkeys': EVERYBODY,
  'POST /api/account/passkeys/options': OWN_STEP_UP,
  'POST /api/account/passkeys': EVERYBODY,
  'PUT /api/account/passkeys/:passkeyId': EVERYBODY,
  'DELETE /api/account/passkeys/:passkeyId': OWN_STEP_UP,
  'GET /api/account/sessions': EVERYBODY,
  'DELETE /api/account/sessions/:sessionId': EVERYBODY,
  'POST /api/account/sign-out-everywhere': EVERYBODY,
  'POST /api/join/accept': OWN_STEP_UP,
  // Members. Whom an admin may not touch, `mayGovern` says.
  'GET /api/members': EVERYBODY,
  'PUT /api/members/:memberId': ADMIN_STEP_UP,
  'DELETE /api/members/:memberId': ADMIN_STEP_UP,
  'DELETE /api/members/:memberId/sessions': ADMIN_STEP_UP,
  'GET /api/invitations': ADMIN,
  'POST /api/invitations': ADMIN_STEP_UP,
  'DELETE /api/invitations/:invitationId': ADMIN_STEP_UP,
  // What the console reads and follows.
  'GET /api/live': EVERYBODY,
  'GET /api/sandbox': EVERYBODY,
  'POST /api/sandbox/faucet': OPERATOR,
  'GET /api/sandbox/state': EVERYBODY,
  'PUT /api/sandbox/script': OPERATOR,
  'POST /api/sandbox/customers': OPERATOR,
  'POST /api/sandbox/customers/:customerId/payments': OPERATOR,
  'POST /api/sandbox/receiver': OPERATOR,
  'POST /api/sandbox/clock': OPERATOR,
  'GET /api/console-keys': EVERYBODY,
  'GET /api/upstream': EVERYBODY,
  'PUT /api/upstream/webhook': ADMIN_STEP_UP,
  'POST /api/upstream/webhook/registration': ADMIN_STEP_UP,
  'GET /api/vault': EVERYBODY,
  'POST /api/vault/keys': ADMIN_STEP_UP,
  'PUT /api/vault/keys/:keyId/use': ADMIN_STEP_UP,
  'POST /api/vault/keys/:keyId/check': ADMIN,
  'DELETE /api/vault/keys/:keyId': ADMIN_STEP_UP,
  'GET /api/integrations': EVERYBODY,
  'POST /api/integrations': ADMIN_STEP_UP,
  'DELETE /api/integrations/:integrationId': ADMIN_STEP_UP,
  'POST /api/integrations/:integrationId/rotate-secret': ADMIN_STEP_UP,
  'DELETE /api/integrations/:integrationId/previous-secret': ADMIN_STEP_UP,
  'POST /api/widget-session': OPERATOR,
  'POST /api/doctor': OPERATOR,
  // Names for addresses.
  'GET /api/addresses': EVERYBODY,
  'PUT /api/addresses/:address': OPERATOR,
  'DELETE /api/addresses/:address': OPERATOR,
  // The audit log: reading it is what an auditor is given the read-only role for.
  'GET /api/audit': EVERYBODY,
  'GET /api/audit/facets': EVERYBODY,
  'GET /api/audit/proof': EVERYBODY,
  'GET /api/audit/export': EVERYBODY,
  // Wallets, tokens and transactions.
  'POST /api/baas/wallets/predict': OPERATOR,
  'POST /api/baas/wallets/request-email-verification': OPERATOR,
  'GET /api/baas/wallets/pending-verification': OPERATOR,
  'POST /api/baas/wallets': OPERATOR,
  'GET /api/baas/wallets': EVERYBODY,
  'GET /api/baas/wallets/:address': EVERYBODY,
  'POST /api/baas/wallets/:address/finish-recovery': OPERATOR,
  'GET /api/baas/wallets/:address/collectibles/:tokenAddress/:tokenId': EVERYBODY,
  'GET /api/wallets/:address/passkey': EVERYBODY,
  // Who reads a list may keep it; an export is its maker's alone.
  'GET /api/exports': EVERYBODY,
  'POST /api/exports': EVERYBODY,
  'DELETE /api/exports/:exportId': EVERYBODY,
  'GET /api/exports/:exportId/file': EVERYBODY,
  'GET /api/baas/wallets/:address/balances': EVERYBODY,
  'GET /api/baas/wallets/:address/history': EVERYBODY,
  'POST /api/baas/tokens/erc20/transfer': OPERATOR,
  'POST /api/baas/tokens/erc20/approve': OPERATOR,
  'POST /api/baas/tokens/erc721/safe-transfer': OPERATOR,
  'POST /api/baas/tokens/erc721/approve': OPERATOR,
  'POST /api/baas/tokens/erc721/set-approval-for-all': OPERATOR,
  'POST /api/baas/tokens/erc1155/safe-transfer': OPERATOR,
  'POST /api/baas/tokens/erc1155/batch-transfer': OPERATOR,
  'POST /api/baas/tokens/erc1155/set-approval-for-all': OPERATOR,
  'GET /api/baas/tokens/allowed': EVERYBODY,
  'POST /api/baas/tokens/resolve': EVERYBODY,
  'POST /api/baas/transactions/execute': OPERATOR,
  'POST /api/baas/transactions/simulate': EVERYBODY,
  'GET /api/baas/transactions/:transactionUuid': EVERYBODY,
  'GET /api/baas/transactions': EVERYBODY,
  'GET /api/baas/config': EVERYBODY,
  'GET /api/org/transactions': EVERYBODY,
  'GET /api/org/transactions/:transactionUuid/timeline': EVERYBODY,
  'GET /api/org/transactions/:transactionUuid/receipt': EVERYBODY,
  'POST /api/org/transactions/:transactionUuid/notify': OPERATOR,
  'GET /api/org/wallets/:address/approver': EVERYBODY,
  'GET /api/org/tokens': EVERYBODY,
  'POST /api/org/tokens/inspect': EVERYBODY,
  'PUT /api/org/tokens/:address': ADMIN,
  'DELETE /api/org/tokens/:address': ADMIN,
  // The organization's settings.
  'GET /api/org/organization': EVERYBODY,
  'PUT /api/org/organization': ADMIN_STEP_UP,
  'GET /api/org/keys': EVERYBODY,
  'POST /api/org/keys': ADMIN_STEP_UP,
  'PUT /api/org/keys/:keyId': ADMIN_STEP_UP,
  'POST /api/org/keys/:keyId/rotate': ADMIN_STEP_UP,
  'DELETE /api/org/keys/:keyId': ADMIN_STEP_UP,
  'GET /api/org/keys/:keyId/usage': EVERYBODY,
  'POST /api/org/keys/:keyId/allow-list-dry-run': EVERYBODY,
  'GET /api/org/domains': EVERYBODY,
  'POST /api/org/domains': ADMIN_STEP_UP,
  // Only looks for the proof: a page that watches for it asks again and again.
  'POST /api/org/domains/:domainId/verify': ADMIN,
  'DELETE /api/org/domains/:domainId': ADMIN_STEP_UP,
  'GET /api/org/fees': EVERYBODY,
  'PUT /api/org/fees': ADMIN_STEP_UP,
  'GET /api/org/clocks': EVERYBODY,
  'GET /api/org/gas': EVERYBODY,
  'GET /api/org/usage': EVERYBODY,
  'GET /api/org/webhooks': EVERYBODY,
  'POST /api/org/webhooks': ADMIN_STEP_UP,
  'PUT /api/org/webhooks/:webhookId': ADMIN_STEP_UP,
  'DELETE /api/org/webhooks/:webhookId': ADMIN_STEP_UP,
  'POST /api/org/webhooks/:webhookId/rotate-secret': ADMIN_STEP_UP,
  'POST /api/org/webhooks/:webhookId/test': OPERATOR,
  'GET /api/org/webhooks/:webhookId/deliveries': EVERYBODY,
  'POST /api/org/webhooks/:webhookId/deliveries/:deliveryId/resend': OPERATOR,
  'POST /api/org/webhooks/:webhookId/replay': OPERATOR,
  'GET /api/org/events': EVERYBODY,
} as const satisfies Record<string, Access>

export type ConsoleRoute = keyof typeof CONSOLE_ACCESS

const DECIDED: ReadonlyMap<string, Access> = new Map(Object.entries(CONSOLE_ACCESS))

/** The decision for a route; the strictest where nobody has made one. */
export function accessOf(method: string, path: string): Access {
  return DECIDED.get(`${method} ${path}`) ?? OWNER_STEP_UP
}
