import { queryOptions } from '@tanstack/react-query'
import { knownPasskeySchema } from '#protocol/org/wallets.ts'
import { callApi } from '#web/console/lib/api.ts'

/** The passkey that the widget of this deployment made a wallet with, or `null`. It never changes. */
export const knownPasskeyQuery = (address: string) =>
  queryOptions({
    queryKey: ['known-passkey', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const path = `/api/wallets/${encodeURIComponent(address)}/passkey`
      const { content } = await callApi({ method: 'GET', path, answer: knownPasskeySchema, signal })
      return content
    },
    staleTime: 600_000,
  })
