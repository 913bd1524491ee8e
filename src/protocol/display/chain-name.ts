import { KNOWN_CHAINS } from './known-chains.ts'

/** The given text with the chain's id, such as `Chain 8453`, preceded by the chain's name if it is known. */
export function withChainName(chainId: number, idText: string): string {
  const name = KNOWN_CHAINS[chainId]?.name
  return name === undefined ? idText : `${name} · ${idText}`
}
