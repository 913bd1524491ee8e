import { useQuery } from '@tanstack/react-query'
import { secondary } from './secondary-query.ts'

/** As of a chain that is not known. */
const UNTIL_KNOWN = { symbol: 'native', decimals: 18 }

/** The native token of the service's chain; until the chain is known its symbol is the word `native`. */
export function useNativeCoin(): { symbol: string; decimals: number } {
  const options = { queryKey: ['native-coin'], queryFn: readNativeCoin, staleTime: Infinity }
  return useQuery(secondary('network', options)).data ?? UNTIL_KNOWN
}

/** Loaded when it is asked for: the first screen needs nothing else of the configuration, nor of calls. */
const readNativeCoin = async () => (await import('./read-native-coin.ts')).readNativeCoin()
