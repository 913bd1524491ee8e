import { DEPLOYMENT_ENDPOINTS } from '#protocol/console/deployment-endpoints.ts'
import { consoleApi } from './api.ts'
import type { RowQuery } from './row-query.ts'

/**
 * Passkeys with which this deployment's widget created or opened a wallet. Null for a wallet created
 * elsewhere.
 */
export const knownPasskeyQuery = (address: string): RowQuery<typeof DEPLOYMENT_ENDPOINTS.getKnownPasskey> =>
  consoleApi.query(['known-passkey', address.toLowerCase()], DEPLOYMENT_ENDPOINTS.getKnownPasskey, {
    params: { address },
    staleTime: 60_000,
  })
