import type { ServiceAction } from '#protocol/audit-actions.ts'
import type { AuditDetails, AuditEntry } from '#protocol/audit.ts'
import type { CallKind } from '#protocol/display/call-description.ts'
import { t } from '#web/ui/text.ts'
import { isPrepared } from './audit-acts.ts'
import { recordSentences } from './record-sentences.ts'
import type { Both, ByFacts, Said, Sentences } from './sentence-types.ts'

/**
 * The sentence of an entry, with placeholders such as `{actor}` for names and links. Undefined for an action that
 * this version does not know.
 */
export function readSentence(entry: Pick<AuditEntry, 'action' | 'result'>, said: Said): string | undefined {
  if (isPrepared(entry)) return choose(preparedSentence(), entry)
  const found = new Map<string, ByFacts<Both> | ByFacts<string>>(
    Object.entries<ByFacts<Both> | ByFacts<string>>(allSentences()),
  ).get(entry.action)
  if (found === undefined) return undefined
  return choose(typeof found === 'function' ? found(said) : found, entry)
}

function choose(sentence: Both | string, { result }: Pick<AuditEntry, 'result'>): string {
  if (typeof sentence === 'string') return sentence
  return result === 'done' ? sentence.did : sentence.tried
}

const allSentences = (): Sentences => ({ ...serviceSentences(), ...recordSentences() })

const serviceSentences = (): Sentences<ServiceAction> => ({
  ...walletSentences(),
  ...keySentences(),
  ...settingSentences(),
  ...policySentences(),
  ...webhookSentences(),
})

const preparedSentence = (): Both => ({
  did: t('{actor} prepared a call for the wallet {wallet}: {title}'),
  tried: t('{actor} tried to prepare a call for the wallet {wallet}'),
})

/** Kinds of calls with a recipient. */
const SENT: ReadonlySet<CallKind> = new Set<CallKind>([
  'native-transfer',
  'erc20-transfer',
  'erc721-transfer',
  'erc1155-transfer',
  'erc1155-batch-transfer',
])

/**
 * The sentence of a transaction. A held transaction was not sent, so its sentence says that approval was asked for.
 */
function transactionSentence({ details, call }: Said): Both {
  const isHeld = details['status'] === 'PENDING_USER_APPROVAL'
  if (call !== null && SENT.has(call.kind))
    return {
      did: isHeld
        ? t('{actor} asked for approval to send {amount} from {wallet} to {recipient}')
        : t('{actor} sent {amount} from {wallet} to {recipient}'),
      tried: t('{actor} tried to send {amount} from {wallet} to {recipient}'),
    }
  if (call !== null)
    return {
      did: isHeld
        ? t('{actor} asked for approval of a transaction from {wallet}: {title}')
        : t('{actor} made a transaction from {wallet}: {title}'),
      tried: t('{actor} tried to make a transaction from {wallet}: {title}'),
    }
  return {
    did: isHeld
      ? t('{actor} asked for approval of a transaction from {wallet}: {transaction}')
      : t('{actor} made a transaction from {wallet}: {transaction}'),
    tried: t('{actor} tried to make a transaction from {wallet}'),
  }
}

const walletSentences = () =>
  ({
    'transaction.executed': transactionSentence,
    'transaction.cancelled': {
      did: t('{actor} cancelled the transaction {transaction}'),
      tried: t('{actor} tried to cancel the transaction {transaction}'),
    },
    'transaction.approver-reminded': {
      did: t('{actor} reminded the approver of the transaction {transaction}'),
      tried: t('{actor} tried to remind the approver of the transaction {transaction}'),
    },
    'message.held': {
      did: t('{actor} signed a message of the wallet {wallet} that others can use'),
      tried: t('{actor} tried to sign a message of the wallet {wallet}'),
    },
    'email-verification.requested': {
      did: t('{actor} requested an email code for a new wallet'),
      tried: t('{actor} tried to request an email code for a new wallet'),
    },
    'wallet.created': {
      did: t('{actor} created the wallet {wallet}'),
      tried: t('{actor} tried to create a wallet'),
    },
    'wallet.invitation-resent': {
      did: t('{actor} resent the invitation to protect the wallet {wallet}'),
      tried: t('{actor} tried to resend the invitation to protect the wallet {wallet}'),
    },
    'wallet.removal-objected': {
      did: t('{actor} had the policy signer object to its removal from the wallet {wallet}'),
      tried: t('{actor} tried to have the policy signer object to its removal from the wallet {wallet}'),
    },
    'recovery.finished': {
      did: t('{actor} finished the recovery of the wallet {wallet}'),
      tried: t('{actor} tried to finish the recovery of the wallet {wallet}'),
    },
  }) satisfies Partial<Sentences>

/** Details of an entry that exist only if this field of an API key was changed. */
const REPLACED = {
  label: 'before.label',
  scopes: 'before.scopes',
  limit: 'before.requestsPerMinute',
  list: 'before.ipAllowList.mode',
}

/** The sentence of a changed key. A change of several fields has one sentence. */
function keyChangeSentence({ details }: Said): Both {
  const replaced = new Set(Object.values(REPLACED).filter((mark) => details[mark] !== undefined))
  if (replaced.size > 1) return keyChanged()
  if (replaced.has(REPLACED.list)) return listSentence(details)
  if (replaced.has(REPLACED.scopes))
    return {
      did: t('{actor} changed the scopes of the API key {target}'),
      tried: t('{actor} tried to change the scopes of the API key {target}'),
    }
  if (replaced.has(REPLACED.limit))
    return {
      did: t('{actor} changed the rate limit of the API key {target}'),
      tried: t('{actor} tried to change the rate limit of the API key {target}'),
    }
  if (replaced.has(REPLACED.label))
    return {
      did: t('{actor} renamed the API key {earlier} to {target}'),
      tried: t('{actor} tried to rename the API key {earlier} to {target}'),
    }
  if (details['exposureDismissed'] === true)
    return {
      did: t('{actor} dismissed the warning that a browser sent the API key {target}'),
      tried: t('{actor} tried to dismiss the warning that a browser sent the API key {target}'),
    }
  return keyChanged()
}

const keyChanged = (): Both => ({
  did: t('{actor} changed the API key {target}'),
  tried: t('{actor} tried to change the API key {target}'),
})

/** The sentence of a changed IP allowlist. Turning the list off loosens the key, so the sentence says so. */
function listSentence(details: AuditDetails): Both {
  const before = details['before.ipAllowList.mode']
  const mode = details['ipAllowList.mode']
  if (before !== mode && mode === 'off')
    return {
      did: t('{actor} turned off the IP list of the API key {target}'),
      tried: t('{actor} tried to turn off the IP list of the API key {target}'),
    }
  if (before !== mode && mode === 'enforced')
    return {
      did: t('{actor} enforced the IP list of the API key {target}'),
      tried: t('{actor} tried to enforce the IP list of the API key {target}'),
    }
  return {
    did: t('{actor} changed the IP list of the API key {target}'),
    tried: t('{actor} tried to change the IP list of the API key {target}'),
  }
}

const keySentences = () =>
  ({
    'api-key.issued': {
      did: t('{actor} issued the API key {target}'),
      tried: t('{actor} tried to issue the API key {target}'),
    },
    'api-key.updated': keyChangeSentence,
    'api-key.rotated': {
      did: t('{actor} rotated the API key {target}'),
      tried: t('{actor} tried to rotate the API key {target}'),
    },
    'api-key.revoked': {
      did: t('{actor} revoked the API key {target}'),
      tried: t('{actor} tried to revoke the API key {target}'),
    },
  }) satisfies Partial<Sentences>

const settingSentences = () =>
  ({
    'domain.added': {
      did: t('{actor} added the domain {target}'),
      tried: t('{actor} tried to add the domain {target}'),
    },
    'domain.verified': {
      did: t('{actor} verified the domain {target}'),
      tried: t('{actor} tried to verify the domain {target}'),
    },
    'domain.updated': {
      did: t('{actor} set the related origins of the domain {target}'),
      tried: t('{actor} tried to set the related origins of the domain {target}'),
    },
    'domain.removed': {
      did: t('{actor} removed the domain {target}'),
      tried: t('{actor} tried to remove the domain {target}'),
    },
    'token.allowed': {
      did: t('{actor} allowed the token {token}'),
      tried: t('{actor} tried to allow the token {token}'),
    },
    'token.removed': {
      did: t('{actor} removed the token {token} from the allowed tokens'),
      tried: t('{actor} tried to remove the token {token} from the allowed tokens'),
    },
    'fees.set': ({ details }: Said): Both =>
      details['fee'] === null
        ? {
            did: t('{actor} removed the transaction fee'),
            tried: t('{actor} tried to remove the transaction fee'),
          }
        : {
            did: t('{actor} changed the transaction fee'),
            tried: t('{actor} tried to change the transaction fee'),
          },
    'organization.updated': {
      did: t('{actor} changed the organization’s name or logo'),
      tried: t('{actor} tried to change the organization’s name or logo'),
    },
  }) satisfies Partial<Sentences>

const policySentences = () =>
  ({
    'policy.created': {
      did: t('{actor} created the policy {target}'),
      tried: t('{actor} tried to create the policy {target}'),
    },
    'policy.updated': {
      did: t('{actor} changed the policy {target}'),
      tried: t('{actor} tried to change the policy {target}'),
    },
    'policy.deleted': {
      did: t('{actor} deleted the policy {target}'),
      tried: t('{actor} tried to delete the policy {target}'),
    },
    'approver.removed': {
      did: t('{actor} revoked a member’s right to approve'),
      tried: t('{actor} tried to revoke a member’s right to approve'),
    },
    'policy-signer.created': {
      did: t('{actor} created the policy signer'),
      tried: t('{actor} tried to create the policy signer'),
    },
  }) satisfies Partial<Sentences>

const webhookSentences = () =>
  ({
    'webhook.created': {
      did: t('{actor} added the webhook endpoint {target}'),
      tried: t('{actor} tried to add the webhook endpoint {target}'),
    },
    'webhook.updated': {
      did: t('{actor} changed the webhook endpoint {target}'),
      tried: t('{actor} tried to change the webhook endpoint {target}'),
    },
    'webhook.deleted': {
      did: t('{actor} deleted the webhook endpoint {target}'),
      tried: t('{actor} tried to delete the webhook endpoint {target}'),
    },
    'webhook.secret-rotated': {
      did: t('{actor} rotated the secret of the webhook endpoint {target}'),
      tried: t('{actor} tried to rotate the secret of the webhook endpoint {target}'),
    },
    'webhook.test-sent': {
      did: t('{actor} sent a test event to the webhook endpoint {target}'),
      tried: t('{actor} tried to send a test event to the webhook endpoint {target}'),
    },
    'webhook.delivery-resent': {
      did: t('{actor} resent a delivery to the webhook endpoint {target}'),
      tried: t('{actor} tried to resend a delivery to the webhook endpoint {target}'),
    },
    'webhook.deliveries-resent': {
      did: t('{actor} resent the undelivered events of the webhook endpoint {target}'),
      tried: t('{actor} tried to resend the undelivered events of the webhook endpoint {target}'),
    },
    'webhook.events-replayed': {
      did: t('{actor} replayed events to the webhook endpoint {target}'),
      tried: t('{actor} tried to replay events to the webhook endpoint {target}'),
    },
  }) satisfies Partial<Sentences>
