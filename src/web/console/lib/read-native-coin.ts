import type { QueryClient } from '@tanstack/react-query'
import { nativeCoin } from '#protocol/display/native-coin.ts'
import { configQuery } from './calls.ts'

/** The native token of the service's chain, from the configuration that pages request anyway. */
export async function readNativeCoin(
  client: QueryClient,
): Promise<{ name: string; symbol: string; decimals: number }> {
  const { chainId } = await client.fetchQuery(configQuery())
  return nativeCoin(chainId)
}
