/** A network: its name and its native token, which has 18 decimals on every network. */
type KnownChain = { name: string; coin: Coin }
type Coin = { name: string; symbol: string }

const ETHER: Coin = { name: 'Ether', symbol: 'ETH' }
const POL: Coin = { name: 'POL', symbol: 'POL' }

/**
 * The most used networks by EIP-155 id, with the names that their makers use. The list is our own, so that no server
 * can give a signed id another network's name or coin.
 */
export const KNOWN_CHAINS: Readonly<Record<number, KnownChain>> = {
  1: { name: 'Ethereum', coin: ETHER },
  10: { name: 'OP Mainnet', coin: ETHER },
  56: { name: 'BNB Smart Chain', coin: { name: 'BNB', symbol: 'BNB' } },
  100: { name: 'Gnosis', coin: { name: 'xDAI', symbol: 'xDAI' } },
  130: { name: 'Unichain', coin: ETHER },
  137: { name: 'Polygon', coin: POL },
  480: { name: 'World Chain', coin: ETHER },
  8453: { name: 'Base', coin: ETHER },
  42161: { name: 'Arbitrum One', coin: ETHER },
  42220: { name: 'Celo', coin: { name: 'Celo', symbol: 'CELO' } },
  43114: { name: 'Avalanche', coin: { name: 'Avalanche', symbol: 'AVAX' } },
  59144: { name: 'Linea Mainnet', coin: ETHER },
  80002: { name: 'Polygon Amoy', coin: POL },
  84532: { name: 'Base Sepolia', coin: ETHER },
  421614: { name: 'Arbitrum Sepolia', coin: ETHER },
  534352: { name: 'Scroll', coin: ETHER },
  11155111: { name: 'Sepolia', coin: ETHER },
  11155420: { name: 'OP Sepolia', coin: ETHER },
}
