import { queryOptions } from '@tanstack/react-query'
import { type AllowedToken, type OrganizationToken, TOKEN_ENDPOINTS } from '#protocol/tokens.ts'
import { orgApi } from './api.ts'
import { allowedTokensQuery } from './calls.ts'
import { orIfLacking } from './describe-problem.ts'
import type { RowQuery, DataQuery } from './row-query.ts'

/** A token of the list. Has only the specification's fields if the service manages the list itself. */
export type ListedToken = AllowedToken & Partial<OrganizationToken>

/** The token list with the standard and origin of each token, including removed defaults. */
export const organizationTokensQuery = (): RowQuery<typeof TOKEN_ENDPOINTS.listOrganizationTokens> =>
  orgApi.query(['tokens', 'organization'], TOKEN_ENDPOINTS.listOrganizationTokens, {
    staleTime: 60_000,
  })

/** Tokens that wallets show by name, with their standards if the service reports them. */
export const listedTokensQuery = (): DataQuery<ListedToken[]> =>
  queryOptions<ListedToken[]>({
    queryKey: ['tokens', 'listed'],
    queryFn: async ({ client }) => {
      const own = client.fetchQuery(organizationTokensQuery())
      const tokens = await orIfLacking<ListedToken[], ListedToken[]>(own, () =>
        client.fetchQuery(allowedTokensQuery()),
      )
      return tokens.filter(({ removed }) => removed !== true)
    },
    staleTime: 60_000,
  })

/**
 * Whether a listed token is fungible, also without decimals. If its standard is unknown, having decimals
 * decides.
 */
export function isCoin({ standard, decimals }: Pick<ListedToken, 'standard' | 'decimals'>): boolean {
  return standard === undefined ? decimals > 0 : standard === 'erc20'
}
