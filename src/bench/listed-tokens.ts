import { ORGANIZATION_TOKENS_MAX } from '#protocol/limits.ts'

/** As many tokens as a list may have: each part of a call, and each permission, looks for its own among them. */
export const LISTED_TOKENS = Array.from({ length: ORGANIZATION_TOKENS_MAX }, (_, index) => ({
  address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
  symbol: 'ABC',
  name: 'Token',
  decimals: 18,
  standard: 'erc20' as const,
}))
