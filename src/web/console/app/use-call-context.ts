import { useQuery } from '@tanstack/react-query'
import type { AllowedToken } from '#protocol/tokens.ts'
import { configQuery } from '#web/console/features/settings/settings-requests.ts'
import { allowedTokensQuery } from '#web/console/features/tokens/token-requests.ts'

const NONE: readonly AllowedToken[] = []

/** The context for decoding calls: the chain and the organization's allowed tokens. Empty without them. */
export function useCallContext(): { chainId: number | undefined; tokens: readonly AllowedToken[] } {
  const config = useQuery(configQuery())
  const tokens = useQuery(allowedTokensQuery())
  return { chainId: config.data?.chainId, tokens: tokens.data ?? NONE }
}
