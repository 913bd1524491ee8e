import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResolvedToken } from '#protocol/baas/tokens.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { allowedTokensQuery } from '#web/console/features/tokens/list-allowed-tokens.query.ts'
import { resolveTokenQuery } from '#web/console/features/tokens/resolve-token.query.ts'

/**
 * The coins a fee can be taken in: the allowed ones (collections have no decimals) and the one that is set
 * now. `null` while they are not known.
 */
export function useFeeCoins(current: string | undefined): readonly ResolvedToken[] | null {
  const allowed = useQuery(allowedTokensQuery())
  const isListed = allowed.data?.some(({ address }) => sameAddress(address, current ?? '')) ?? false
  const needsLookUp = current !== undefined && allowed.isSuccess && !isListed
  const lookUp = useQuery({ ...resolveTokenQuery(current ?? ''), enabled: needsLookUp })
  return useMemo(() => {
    if (allowed.isPending || (needsLookUp && lookUp.isPending)) return null
    const coins: ResolvedToken[] = (allowed.data ?? []).filter(
      ({ decimals, address }) => decimals > 0 || sameAddress(address, current ?? ''),
    )
    return lookUp.data === undefined ? coins : [...coins, lookUp.data]
  }, [allowed.isPending, allowed.data, needsLookUp, lookUp.isPending, lookUp.data, current])
}
