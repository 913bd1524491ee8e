import { queryOptions } from '@tanstack/react-query'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { allowedTokensQuery } from './list-allowed-tokens.query.ts'
import { organizationTokensQuery } from './list-organization-tokens.query.ts'
import type { ListedToken } from './tokens-table.tsx'

/** The tokens that wallets show by name, with their standards where the service tells them. */
export const listedTokensQuery = () =>
  queryOptions({
    queryKey: ['tokens', 'listed'],
    queryFn: async ({ client }): Promise<ListedToken[]> => {
      try {
        const tokens = await client.fetchQuery(organizationTokensQuery())
        return tokens.filter(({ removed }) => !removed)
      } catch (error) {
        if (isLacking(error)) return client.fetchQuery(allowedTokensQuery())
        throw error
      }
    },
    staleTime: 60_000,
  })
