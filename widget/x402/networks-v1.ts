/**
 * The names that version 1 of x402 gives to chains, by chain ID. Version 2 names them by CAIP-2 instead. Source:
 * `EVM_NETWORK_CHAIN_ID_MAP` of `@x402/evm` 2.27.0, which a test compares.
 */
export const NETWORKS_V1: ReadonlyMap<number, string> = new Map([
  [1, 'ethereum'],
  [11155111, 'sepolia'],
  [2741, 'abstract'],
  [11124, 'abstract-testnet'],
  [84532, 'base-sepolia'],
  [8453, 'base'],
  [43113, 'avalanche-fuji'],
  [43114, 'avalanche'],
  [4689, 'iotex'],
  [1329, 'sei'],
  [1328, 'sei-testnet'],
  [137, 'polygon'],
  [80002, 'polygon-amoy'],
  [3338, 'peaq'],
  [1514, 'story'],
  [41923, 'educhain'],
  [324705682, 'skale-base-sepolia'],
  [4326, 'megaeth'],
  [143, 'monad'],
  [988, 'stable'],
  [2201, 'stable-testnet'],
  [42220, 'celo'],
  [14, 'flare'],
])
