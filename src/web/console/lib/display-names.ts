import { EXTERNAL_USER_LABEL_LENGTH_MAX, LABEL_LENGTH_MAX } from '#protocol/limits.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { t } from '#web/ui/text.ts'
import type { Role } from '#protocol/console-access.ts'

// Others choose these names, so what could deceive a reader is removed.

/** The name of a person or of an organization. */
export const displayName = (name: string) => harmlessText(name, 100).text

/** The label of a key or of an integration. */
export const displayLabel = (label: string) => harmlessText(label, LABEL_LENGTH_MAX).text

export const endUserLabel = (label: string) => harmlessText(label, EXTERNAL_USER_LABEL_LENGTH_MAX).text

/** The name of a token or of a collection. */
export const tokenName = (name: string) => harmlessText(name, 60).text

export const tokenSymbol = (symbol: string) => harmlessText(symbol, 20).text

export const walletName = ({ label }: { label: string }) => displayLabel(label) || t('Unnamed wallet')

export const roleName = (role: Role): string =>
  ({ owner: t('Owner'), admin: t('Admin'), operator: t('Operator'), 'read-only': t('Read-only') })[role]

/** A role's permissions, in one sentence. */
export function roleNote(role: Role): string {
  return {
    owner: t('Everything, including adding and removing owners and admins.'),
    admin: t(
      'API keys, domains, webhooks, integrations, tokens and fees, and inviting operators and readers.',
    ),
    operator: t('Creates wallets, prepares and sends transactions, resends webhooks. Changes no settings.'),
    'read-only': t('Can view everything except secrets, and change nothing.'),
  }[role]
}

/** The people with at least this role, such as “Owners and admins”. */
export function thoseWhoReach(role: Role): string {
  return {
    owner: t('For owners'),
    admin: t('For owners and admins'),
    operator: t('For owners, admins and operators'),
    'read-only': t('For everyone'),
  }[role]
}
