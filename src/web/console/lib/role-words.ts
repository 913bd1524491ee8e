import type { Role } from '#protocol/console-access.ts'
import { t } from '#web/ui/text.ts'

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
