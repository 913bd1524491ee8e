import { useQuery } from '@tanstack/react-query'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { CONFIG_ENDPOINTS } from '#protocol/organization.ts'
import { type AllowedToken, TOKEN_FACT_ENDPOINTS } from '#protocol/tokens.ts'
import { describeTransaction } from './call-texts.ts'
import { endpointQuery } from './api.ts'

/** The chain, the factory, the fee and the extensions of the service behind the console. */
export const configQuery = () =>
  endpointQuery(['config'], '/api/baas', CONFIG_ENDPOINTS.getConfig, { staleTime: 60_000 })

export const allowedTokensQuery = () =>
  endpointQuery(['tokens', 'allowed'], '/api/baas', TOKEN_FACT_ENDPOINTS.listAllowedTokens, {
    staleTime: 60_000,
  })

const NONE: readonly AllowedToken[] = []

/** The context for decoding calls: the chain and the organization's allowed tokens. Empty without them. */
export function useCallContext(): { chainId: number | undefined; tokens: readonly AllowedToken[] } {
  const config = useQuery(configQuery())
  const tokens = useQuery(allowedTokensQuery())
  return { chainId: config.data?.chainId, tokens: tokens.data ?? NONE }
}

/** Decodes a transaction's call in that context; `null` for invalid bytes. */
export function useDescribe(): (
  transaction: Parameters<typeof describeTransaction>[0],
) => CallDescription | null {
  const { chainId = 0, tokens } = useCallContext()
  return (transaction) => describeTransaction(transaction, chainId, tokens)
}
