import { vaultSchema, type Vault } from '#protocol/org/vault.ts'
import { callApi } from '#web/console/lib/api.ts'

export type VaultAction = 'use' | 'check' | 'remove'

/** Uses a kept key from now on, tries it at the service, or removes it from the vault. */
export async function changeVaultKey(keyId: string, action: VaultAction): Promise<Vault> {
  const path = `/api/vault/keys/${encodeURIComponent(keyId)}`
  const answer =
    action === 'remove'
      ? await callApi({ method: 'DELETE', path, answer: vaultSchema })
      : await callApi({
          method: action === 'use' ? 'PUT' : 'POST',
          path: `${path}/${action}`,
          answer: vaultSchema,
        })
  return answer.content
}
