import type { Role } from '#protocol/org/roles.ts'
import { t } from '#web/ui/text.ts'

export function roleName(role: Role): string {
  switch (role) {
    case 'owner':
      return t('Owner')
    case 'admin':
      return t('Admin')
    case 'operator':
      return t('Operator')
    case 'read-only':
      return t('Read-only')
  }
}

/** A role's permissions, in one sentence. */
export function roleNote(role: Role): string {
  switch (role) {
    case 'owner':
      return t('Everything, including adding and removing owners and admins.')
    case 'admin':
      return t(
        'API keys, domains, webhooks, integrations, tokens and fees, and inviting operators and readers.',
      )
    case 'operator':
      return t('Creates wallets, prepares and sends transactions, resends webhooks. Changes no settings.')
    case 'read-only':
      return t('Can view everything except secrets, and change nothing.')
  }
}

/** The people with at least this role, such as “Owners and admins”. */
export function thoseWhoReach(role: Role): string {
  switch (role) {
    case 'owner':
      return t('For owners')
    case 'admin':
      return t('For owners and admins')
    case 'operator':
      return t('For owners, admins and operators')
    case 'read-only':
      return t('For everyone')
  }
}
