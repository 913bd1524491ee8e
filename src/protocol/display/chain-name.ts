import { KNOWN_CHAINS } from './known-chains.ts'

/** A chain as people read it: its name, where it is known, and what names it by its id, such as `Chain 8453`. */
export function withChainName(chainId: number, idText: string): string {
  const name = KNOWN_CHAINS[chainId]?.name
  return name === undefined ? idText : `${name} · ${idText}`
}
