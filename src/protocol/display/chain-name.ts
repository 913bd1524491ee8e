import { KNOWN_CHAINS } from './known-chains.ts'

/** A chain's display name: its name if known, and the given text with its id, such as `Chain 8453`. */
export function withChainName(chainId: number, idText: string): string {
  const name = KNOWN_CHAINS[chainId]?.name
  return name === undefined ? idText : `${name} · ${idText}`
}
