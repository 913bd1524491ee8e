import { queryOptions } from '@tanstack/react-query'
import { harmlessText } from '#protocol/display/text.ts'
import { SIMULATION_ENDPOINTS, type SimulateRequest } from '#protocol/simulation.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import {
  type AllowTokenRequest,
  type InspectedToken,
  TOKEN_ENDPOINTS,
  TOKEN_FACT_ENDPOINTS,
  TOKEN_NAME_LENGTH_MAX,
  TOKEN_SYMBOL_LENGTH_MAX,
} from '#protocol/tokens.ts'
import { baasApi, orgApi } from '#web/console/lib/api.ts'
import { orIfLacking } from '#web/console/lib/describe-problem.ts'
import type { RowContent, RowQuery, DataQuery } from '#web/console/lib/row-query.ts'
import { ApiError } from '#web/ui/errors.ts'

/** Facts about an address as a token, as its contract reports them now. */
export const inspectTokenQuery = (address: string): DataQuery<InspectedToken> =>
  queryOptions<InspectedToken>({
    queryKey: ['tokens', 'inspected', address.toLowerCase()],
    queryFn: ({ signal }) =>
      orIfLacking(orgApi.call(TOKEN_ENDPOINTS.inspectToken, { body: { address }, signal }), () =>
        resolved(address, signal),
      ),
    // A contract's name and decimals hardly ever change.
    staleTime: 5 * 60_000,
  })

/**
 * Facts from a service with only the specification's endpoints, which knows only coins. Other standards stay
 * unknown.
 */
async function resolved(address: string, signal: AbortSignal): Promise<InspectedToken> {
  const nothing = { name: null, symbol: null, decimals: null, standard: null }
  const token: InspectedToken = { address, isContract: true, hasHiddenText: false, ...nothing }
  try {
    const body = { address }
    const facts = await baasApi.call(TOKEN_FACT_ENDPOINTS.resolveToken, { body, signal })
    return { ...token, ...facts, standard: 'erc20' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return token
    throw error
  }
}

/** Name, symbol and decimals of a token as its contract reports them. */
export const resolveTokenQuery = (address: string): RowQuery<typeof TOKEN_FACT_ENDPOINTS.resolveToken> =>
  baasApi.query(
    ['tokens', 'resolved', address.toLowerCase()],
    TOKEN_FACT_ENDPOINTS.resolveToken,
    // A contract's name and decimals hardly ever change.
    { body: { address }, staleTime: 5 * 60_000 },
  )

/** Adds a token to the organization's list, or restores a removed one. */
export const allowToken = (
  address: string,
  body: AllowTokenRequest,
): Promise<RowContent<typeof TOKEN_ENDPOINTS.allowToken>> =>
  orgApi.call(TOKEN_ENDPOINTS.allowToken, { params: { address }, body })

/** Simulated outcome of a prepared call and the verdict of the policies. Requested once per display. */
export const simulationQuery = (
  body: SimulateRequest,
): RowQuery<typeof SIMULATION_ENDPOINTS.simulateTransaction> =>
  queryOptions({
    ...baasApi.query(['simulation', body], SIMULATION_ENDPOINTS.simulateTransaction, { body }),
    staleTime: Infinity,
    gcTime: 0,
  })

/** Name of a token standard, which is the same in every language. */
export function standardName(standard: TokenStandard): string {
  return standard.replace('erc', 'ERC-')
}

export function harmlessSymbol({ symbol }: { symbol: string | null }): string {
  return harmlessText(symbol ?? '', TOKEN_SYMBOL_LENGTH_MAX).text
}

export function harmlessName({ name }: Pick<InspectedToken, 'name'>): string {
  return harmlessText(name ?? '', TOKEN_NAME_LENGTH_MAX).text
}
