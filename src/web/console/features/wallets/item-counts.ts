import { t } from '#web/ui/text.ts'

/** Numbers of NFTs and of ERC-1155 token IDs in words. Omits zero. */
export function itemCountTexts({ nfts, multiTokens }: Record<'nfts' | 'multiTokens', number>): string[] {
  return [
    ...(nfts === 0 ? [] : [t('{count, plural, one {# NFT} other {# NFTs}}', { count: nfts })]),
    ...(multiTokens === 0
      ? []
      : [
          t('{count, plural, one {# ERC-1155 token ID} other {# ERC-1155 token IDs}}', {
            count: multiTokens,
          }),
        ]),
  ]
}
