import { knownPasskeySchema } from '#protocol/wallets.ts'
import { pathQuery } from './api.ts'

/** The passkeys with which this deployment's widget created or opened a wallet. Null for a wallet created elsewhere. */
export const knownPasskeyQuery = (address: string) =>
  pathQuery(
    ['known-passkey', address.toLowerCase()],
    `/api/wallets/${encodeURIComponent(address)}/passkey`,
    knownPasskeySchema,
    { staleTime: 60_000 },
  )
