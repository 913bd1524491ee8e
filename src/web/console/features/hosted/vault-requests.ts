import { queryOptions } from '@tanstack/react-query'
import { vaultSchema, type AddVaultKeyRequest, type Vault } from '#protocol/org/vault.ts'
import { callApi } from '#web/console/lib/api.ts'

/** The keys of the hosted service that this console stores. */
export const vaultQuery = () =>
  queryOptions({
    queryKey: ['vault'],
    queryFn: ({ signal }) => callApi({ method: 'GET', path: '/api/vault', answer: vaultSchema, signal }),
  })

/** The console's server tries the key at the service and stores it. It is never returned again. */
export function addVaultKey(body: AddVaultKeyRequest): Promise<Vault> {
  return callApi({ method: 'POST', path: '/api/vault/keys', body, answer: vaultSchema })
}

export type VaultAction = 'use' | 'check' | 'remove'

/** Uses a stored key from now on, tries it at the service, or removes it from the vault. */
export function changeVaultKey(keyId: string, action: VaultAction): Promise<Vault> {
  const path = `/api/vault/keys/${encodeURIComponent(keyId)}`
  if (action === 'remove') return callApi({ method: 'DELETE', path, answer: vaultSchema })
  const method = action === 'use' ? 'PUT' : 'POST'
  return callApi({ method, path: `${path}/${action}`, answer: vaultSchema })
}
