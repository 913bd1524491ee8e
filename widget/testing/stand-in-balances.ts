import type { Address } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'

type Holdings = { balances: ReadonlyMap<string, bigint>; holdings: Record<string, unknown> }

/** One page of the wallet's holdings: of the requested tokens, or of all. */
export function balances(
  server: Holdings,
  coinAddress: Address,
  address: string,
  query: string,
): Record<string, unknown> {
  const amount = (server.balances.get(address) ?? 0n).toString()
  const coin = { tokenAddress: coinAddress, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, amount }
  const asked = new URLSearchParams(query).get('tokens')?.split(',')
  const page = Object.entries(server.holdings).map(([name, list]) => [
    name,
    name === 'coins' || !Array.isArray(list)
      ? list
      : list
          .filter(({ tokenAddress }) => asked?.some((token) => sameAddress(token, tokenAddress)) ?? true)
          .slice(0, 50),
  ])
  return { address, coins: [coin], ...Object.fromEntries(page) }
}
