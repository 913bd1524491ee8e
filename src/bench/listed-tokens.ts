import { ORGANIZATION_TOKENS_MAX } from '#protocol/limits.ts'

/** The maximum number of tokens in a list. Each part of a call and each permission searches it for its own token. */
export const LISTED_TOKENS = Array.from({ length: ORGANIZATION_TOKENS_MAX }, (_, index) => ({
  address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
  symbol: 'ABC',
  name: 'Token',
  decimals: 18,
  standard: 'erc20' as const,
}))
