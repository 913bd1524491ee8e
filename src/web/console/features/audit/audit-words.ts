import type { AuditGroup } from '#protocol/audit-actions.ts'
import type { AuditResult, ChainFault, AuditFilter, NamedKind } from '#protocol/audit.ts'
import type { Look } from '#web/console/components/badge.tsx'
import { startOfDay } from '#web/console/lib/display.ts'
import type { FilterOf } from '#web/console/lib/filters.ts'
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
  head: t('The newest entries do not match the head of the hash chain: some were removed or inserted.'),
  seal: t('The head of the hash chain was not written by this deployment, or its secret key was changed.'),
})

/** Label of each group of actions. */
export const groupLabels = (): Record<AuditGroup, string> => ({
  session: t('Sign-ins and sessions'),
  access: t('Changes that a role does not allow'),
  organization: t('Organization'),
  member: t('Members'),
  passkey: t('Passkeys'),
  identity: t('Identity provider'),
  'api-key': t('API keys'),
  domain: t('Domains'),
  integration: t('Integrations'),
  webhook: t('Webhooks'),
  wallet: t('Wallets'),
  recovery: t('Recoveries of wallets'),
  'email-verification': t('Email codes'),
  transaction: t('Transactions'),
  message: t('Messages'),
  token: t('Tokens'),
  fees: t('Transaction fee'),
  address: t('Address book'),
  export: t('Exports'),
  audit: t('Exports of this log'),
  alerts: t('Alerts'),
  policy: t('Policies'),
  'policy-signer': t('Policy signer'),
  approver: t('Approvers'),
  sandbox: t('Sandbox'),
  provisioning: t('Provisioning'),
})

/** The group of actions to which a kind of named things belongs. */
export const GROUP_OF_KIND: Record<NamedKind, AuditGroup> = {
  'api-key': 'api-key',
  webhook: 'webhook',
  integration: 'integration',
  domain: 'domain',
  policy: 'policy',
  member: 'member',
  invitation: 'member',
}

export type AuditParams = FilterOf<'audit'>

/** Filter for the server. Days are in the reader's time zone, and the last day is included. */
export function toAuditFilter(params: AuditParams): AuditFilter {
  const { cursor: _, since, until, ...filter } = params
  return {
    ...filter,
    sinceDatetime: since && startOfDay(since, 0),
    untilDatetime: until && startOfDay(until, 1),
  }
}
