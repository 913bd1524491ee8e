import { vaultSchema, type AddVaultKeyRequest, type Vault } from '#protocol/org/vault.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Has the console's server try the key at the service and keep it. It is never answered again. */
export async function addVaultKey(request: AddVaultKeyRequest): Promise<Vault> {
  const answer = await callApi({
    method: 'POST',
    path: '/api/vault/keys',
    body: request,
    answer: vaultSchema,
  })
  return answer.content
}
