import { CONFIG_ENDPOINTS } from '#protocol/deployment-config.ts'
import { nativeCoin } from '#protocol/display/native-coin.ts'
import { baasApi } from './api.ts'

/** The native token of the service's chain. */
export async function readNativeCoin(): Promise<{ name: string; symbol: string; decimals: number }> {
  const { chainId } = await baasApi.call(CONFIG_ENDPOINTS.getConfig)
  return nativeCoin(chainId)
}
