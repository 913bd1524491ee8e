import { useQuery } from '@tanstack/react-query'
import { nativeCoin } from '#protocol/display/native-coin.ts'
import { configQuery } from './calls.ts'
import { secondary } from './secondary-query.ts'

/** The native token of the service's chain; until the chain is known its symbol is the word `native`. */
export function useNativeCoin() {
  const { data } = useQuery(secondary('network', configQuery()))
  return nativeCoin(data?.chainId)
}
