import { useQuery, type QueryClient } from '@tanstack/react-query'
import { secondary } from './secondary-query.ts'

/** Symbol and decimals until the chain is known. */
const UNTIL_KNOWN = { symbol: 'native', decimals: 18 }

/** The native token of the service's chain. Its symbol is the word `native` until the chain is known. */
export function useNativeCoin(): { symbol: string; decimals: number; isLoading: boolean } {
  const options = {
    queryKey: ['native-coin'],
    queryFn: ({ client }: { client: QueryClient }) => readNativeCoin(client),
    staleTime: Infinity,
  }
  const { data = UNTIL_KNOWN, isPending } = useQuery(secondary('network', options))
  return { ...data, isLoading: isPending }
}

/** Loaded on demand, because the first screen needs nothing else from the configuration or from calls. */
const readNativeCoin = async (client: QueryClient) =>
  (await import('./read-native-coin.ts')).readNativeCoin(client)
