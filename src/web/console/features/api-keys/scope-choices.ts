import type { Endpoint, Scope } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { t } from '#web/ui/text.ts'

/** A scope's purpose, in a sentence. */
export function scopeNote(scope: Scope): string {
  return {
    'wallet:create': t('Predict addresses, verify emails and create wallets.'),
    'wallet:read': t('List wallets, balances and transactions, and look up tokens.'),
    'token:transfer': t('Prepare transfers. Moving anything still needs the wallet’s passkey.'),
    'token:approve': t('Prepare approvals, which let others move tokens. Grant it only where needed.'),
    'transaction:execute': t('Send transactions that a passkey has signed.'),
    'domain:read': t('Read the allowed tokens.'),
    'org:manage': t(
      'Manage API keys, domains and fees. The most powerful scope: do not use it in an application.',
    ),
  }[scope]
}

/** The endpoints of a scope, from the service's own tables. */
export function endpointsOf(scope: Scope): string[] {
  const baas: Endpoint[] = Object.values(BAAS_ENDPOINTS)
  const org: Endpoint[] = Object.values(ORG_ENDPOINTS)
  const rows = [...baas.map((row) => ({ row, base: '/baas' })), ...org.map((row) => ({ row, base: '/org' }))]
  return rows
    .filter(({ row }) => row.scope === scope)
    .map(({ row, base }) => `${row.method} ${base}${row.path}`)
}
