import { KNOWN_CHAINS } from './known-chains.ts'

/** A chain's native token. */
type NativeCoin = { name: string; symbol: string; decimals: number }

/** Decimals of the native token. All listed chains have 18 decimals. Unknown chains are assumed to have 18 too. */
const DECIMALS = 18

/** Development chains, including the chain of our sandbox. Their tools call the native token ether. */
const DEVELOPMENT: ReadonlySet<number> = new Set([1_337, 31_337, 84_001])

/** Undefined for an unknown chain. */
export function knownNativeCoin(chainId: number): NativeCoin | undefined {
  const known = KNOWN_CHAINS[chainId]?.coin
  if (known !== undefined) return { ...known, decimals: DECIMALS }
  return DEVELOPMENT.has(chainId) ? { name: 'Ether', symbol: 'ETH', decimals: DECIMALS } : undefined
}

/**
 * A chain's native token. For an unknown chain, the symbol is the word `native`, because the symbol of another chain
 * could misstate the value of a transfer.
 */
export function nativeCoin(chainId: number | undefined): NativeCoin {
  const known = chainId === undefined ? undefined : knownNativeCoin(chainId)
  return known ?? { name: 'Native token', symbol: 'native', decimals: DECIMALS }
}
