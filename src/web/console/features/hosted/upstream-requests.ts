import { queryOptions } from '@tanstack/react-query'
import {
  type AddVaultKeyRequest,
  hostedUpstreamSchema as answer,
  type Vault,
  vaultSchema,
} from '#protocol/hosted-upstream.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

const PATH = '/api/upstream'
const REFRESH_MS = 10_000

/** The hosted service and its sources of outcomes; polled while the card is open: webhooks arrive any time. */
export const upstreamQuery = () =>
  queryOptions({
    ...pathQuery(['upstream'], PATH, answer),
    refetchInterval: (query) => (query.state.status === 'error' ? false : REFRESH_MS),
  })

/** The console's server registers the webhook at the service and stores its secret. */
export const registerWebhook = () => callApi({ method: 'POST', path: `${PATH}/webhook/registration`, answer })

/** Stores the signing secret that the service displayed for our webhook. It is never returned again. */
export const setWebhookSecret = (secret: string) =>
  callApi({ method: 'PUT', path: `${PATH}/webhook`, body: { secret }, answer })

/** The keys of the hosted service that this console stores. */
export const vaultQuery = () => pathQuery(['vault'], '/api/vault', vaultSchema)

/** The console's server tries the key at the service and stores it. It is never returned again. */
export const addVaultKey = (body: AddVaultKeyRequest) =>
  callApi({ method: 'POST', path: '/api/vault/keys', body, answer: vaultSchema })

export type VaultAction = 'use' | 'check' | 'remove'

/** Uses a stored key from now on, tries it at the service, or removes it from the vault. */
export function changeVaultKey(keyId: string, action: VaultAction): Promise<Vault> {
  const path = `/api/vault/keys/${encodeURIComponent(keyId)}`
  if (action === 'remove') return callApi({ method: 'DELETE', path, answer: vaultSchema })
  const method = action === 'use' ? 'PUT' : 'POST'
  return callApi({ method, path: `${path}/${action}`, answer: vaultSchema })
}
