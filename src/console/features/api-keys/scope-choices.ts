import type { Endpoint } from '#shared/baas/endpoints.ts'
import type { Scope } from '#shared/baas/scopes.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#shared/org/endpoints.ts'

export const SCOPE_NOTES: Record<Scope, string> = {
  'wallet:create': 'Predict addresses, verify emails and create wallets.',
  'wallet:read': 'List wallets, balances and transactions, and look up tokens.',
  'token:transfer': 'Prepare transfers. Moving anything still needs the wallet’s passkey.',
  'token:approve': 'Prepare approvals, which let others move tokens. Give it only where it is needed.',
  'transaction:execute': 'Send transactions that a passkey has signed.',
  'domain:read': 'Read the allowed tokens.',
  'org:manage': 'Manage API keys, domains and fees. The most powerful scope: not for an application.',
}

/** The endpoints a scope opens, from the tables that the service itself is built from. */
export function endpointsOf(scope: Scope): string[] {
  const baas: Endpoint[] = Object.values(BAAS_ENDPOINTS)
  const org: Endpoint[] = Object.values(ORG_ENDPOINTS)
  const rows = [...baas.map((row) => ({ row, base: '/baas' })), ...org.map((row) => ({ row, base: '/org' }))]
  return rows
    .filter(({ row }) => row.scope === scope)
    .map(({ row, base }) => `${row.method} ${base}${row.path}`)
}
