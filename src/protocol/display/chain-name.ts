/**
 * The most used networks by their EIP-155 id, by the names that their makers use. A list of our own: the id is what is
 * signed, and no server can give it another network's name.
 */
const NAMES: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  130: 'Unichain',
  137: 'Polygon',
  480: 'World Chain',
  8453: 'Base',
  42161: 'Arbitrum One',
  42220: 'Celo',
  43114: 'Avalanche',
  59144: 'Linea Mainnet',
  80002: 'Polygon Amoy',
  84532: 'Base Sepolia',
  421614: 'Arbitrum Sepolia',
  534352: 'Scroll',
  11155111: 'Sepolia',
  11155420: 'OP Sepolia',
}

/** A chain as people read it: its name, where it is known, and what names it by its id, such as `Chain 8453`. */
export function withChainName(chainId: number, idText: string): string {
  const name = NAMES[chainId]
  return name === undefined ? idText : `${name} · ${idText}`
}
