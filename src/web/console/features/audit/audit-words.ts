import type { AuditEntry, AuditResult, ChainFault, AuditFilter } from '#protocol/audit.ts'
import type { Look } from '#web/console/components/badge.tsx'
import { startOfDay } from '#web/console/lib/display.ts'
import type { FilterOf } from '#web/console/lib/filters.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export const resultLooks = (): Record<AuditResult, Look> => ({
  done: { tone: 'success', label: t('Done') },
  refused: { tone: 'warning', label: t('Refused') },
  failed: { tone: 'danger', label: t('Failed') },
  unknown: { tone: 'neutral', label: t('Outcome unknown') },
})

/** Meaning of each fault of the hash chain. */
export const faultSentences = (): Record<ChainFault, string> => ({
  hash: t('This entry was changed after it was written.'),
  link: t('This entry does not follow the previous one.'),
  gap: t('An entry is missing.'),
  head: t('The newest entries do not match the head of the chain: some were removed or inserted.'),
  seal: t('The head of the chain was not written by this deployment, or its secret key was changed.'),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Path of an entry's target. Undefined if it has no page. */
export function targetHref({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string | undefined {
  const [id = ''] = target?.split('/') ?? []
  const page = PAGES.get(readGroup(action))
  if (page === undefined || action === 'webhook.deleted') return undefined
  return page.isId(id) ? page.href(id) : undefined
}

const isUuid = (id: string): boolean => UUID.test(id)
const isAddress = (id: string): boolean => ADDRESS.test(id)
type TargetPage = { isId: (id: string) => boolean; href: (id: string) => string }

/** Page of a target, by the group of the action. */
const PAGES: ReadonlyMap<string, TargetPage> = new Map([
  ['webhook', { isId: isUuid, href: (id: string) => paths.webhook.href(id) }],
  ['transaction', { isId: isUuid, href: (id: string) => paths.transaction.href(id) }],
  ['integration', { isId: isUuid, href: (id: string) => paths.integration.href(id) }],
  ['wallet', { isId: isAddress, href: (id: string) => paths.wallet.href(id) }],
])

/** The part of an action before the dot, which groups actions. */
function readGroup(action: string): string {
  return action.split('.')[0] ?? action
}

export function listGroups(actions: readonly string[]): string[] {
  return [...new Set(actions.map(readGroup))].toSorted()
}

const actions = (): Readonly<Record<string, string>> => ({
  'session.signed-in': t('Signed in'),
  'session.sign-in': t('Tried to sign in'),
  'session.signed-out': t('Signed out'),
  'session.all-ended': t('Signed out everywhere'),
  'session.step-up': t('Confirmed a change with the passkey'),
  'access.tried': t('Was refused by the role'),
  'organization.set-up': t('Set up the organization'),
  'organization.created': t('Created an organization'),
  'organization.updated': t('Changed the organization'),
  'organization.switched': t('Switched to another organization'),
  'member.invited': t('Invited a member'),
  'member.invitation-revoked': t('Revoked an invitation'),
  'member.joined': t('Accepted an invitation'),
  'member.role-changed': t('Changed a member’s role'),
  'member.sessions-ended': t('Ended a member’s sessions'),
  'member.recovery-started': t('Created a recovery link for a member'),
  'member.recovered': t('Recovered the account with a code or link'),
  'member.removed': t('Removed a member'),
  'passkey.added': t('Added a passkey'),
  'passkey.codes-made': t('Created recovery codes'),
  'identity.linked': t('Linked an account of the identity provider'),
  'identity.unlinked': t('Unlinked an account of the identity provider'),
  'passkey.renamed': t('Renamed a passkey'),
  'passkey.removed': t('Removed a passkey'),
  'api-key.issued': t('Issued an API key'),
  'api-key.updated': t('Changed an API key'),
  'api-key.rotated': t('Rotated an API key'),
  'api-key.revoked': t('Revoked an API key'),
  'domain.added': t('Added a domain'),
  'domain.verified': t('Verified a domain'),
  'domain.removed': t('Removed a domain'),
  'integration.created': t('Created an integration'),
  'integration.updated': t('Changed an integration'),
  'integration.secret-rotated': t('Rotated an integration’s secret'),
  'integration.old-secret-ended': t('Ended an integration’s old secret'),
  'integration.revoked': t('Revoked an integration'),
  'webhook.created': t('Added a webhook endpoint'),
  'webhook.updated': t('Changed a webhook endpoint'),
  'webhook.deleted': t('Deleted a webhook endpoint'),
  'webhook.secret-rotated': t('Rotated a signing secret'),
  'webhook.test-sent': t('Sent a test event'),
  'webhook.delivery-resent': t('Resent a delivery'),
  'webhook.deliveries-resent': t('Resent undelivered deliveries'),
  'webhook.events-replayed': t('Replayed events'),
  'wallet.created': t('Created a wallet'),
  'wallet.invitation-resent': t('Resent an invitation to enrol'),
  'recovery.finished': t('Recovered a wallet'),
  'email-verification.requested': t('Requested an email code'),
  'transaction.executed': t('Executed a transaction'),
  'message.held': t('Signed a message that others can use'),
  'transaction.cancelled': t('Cancelled a transaction'),
  'transaction.approver-reminded': t('Reminded an approver'),
  'token.allowed': t('Allowed a token'),
  'token.removed': t('Removed a token'),
  'fees.set': t('Set the fee'),
})

const furtherActions = (): Readonly<Record<string, string>> => ({
  'address.saved': t('Saved an address'),
  'address.verified': t('Showed a name to payers'),
  'address.unverified': t('Hid a name from payers'),
  'address.removed': t('Removed an address from the address book'),
  'export.started': t('Started an export'),
  'audit.exported': t('Exported the audit log'),
  'organization.descriptors-trusted': t('Changed whose contract descriptions are trusted'),
  'alerts.mails-set': t('Changed their mails about alerts'),
  'policy.created': t('Created a policy'),
  'policy-signer.created': t('Made the policy signer'),
  'wallet.removal-objected': t('Had the policy signer object to its removal'),
  'policy.updated': t('Changed a policy'),
  'policy.deleted': t('Deleted a policy'),
  'sandbox.script-changed': t('Changed the sandbox’s script'),
  'sandbox.customer-added': t('Added a scripted end-user'),
  'sandbox.payment-made': t('Made a payment as a scripted end-user'),
  'sandbox.tour-started': t('Started a tour of the sandbox'),
  'sandbox.tour-ended': t('Ended the tours of the sandbox'),
  'sandbox.receiver-connected': t('Changed the sandbox’s webhook receiver'),
  'sandbox.clock-moved': t('Moved the sandbox’s time forward'),
})

/** Describes an action in words. Undefined for an unknown action, for example of a later version. */
export function actionText(action: string): string | undefined {
  const [, verb] = action.split('.')
  return verb === 'prepared' ? t('Prepared a call') : (actions()[action] ?? furtherActions()[action])
}

export type AuditParams = FilterOf<'audit'>

/** Filter for the server. Days are in the reader's time zone and the last one is included. */
export function toAuditFilter(params: AuditParams): AuditFilter {
  const { cursor: _, since, until, ...filter } = params
  return {
    ...filter,
    sinceDatetime: since && startOfDay(since, 0),
    untilDatetime: until && startOfDay(until, 1),
  }
}
