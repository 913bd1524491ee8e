import type { TokenStandard } from '#protocol/token-functions.ts'
import { type InspectedToken, TOKEN_NAME_LENGTH_MAX, TOKEN_SYMBOL_LENGTH_MAX } from '#protocol/tokens.ts'
import { harmlessText } from '#protocol/display/text.ts'

/** The name of a standard, which is the same in every language. */
export function standardName(standard: TokenStandard): string {
  return standard.replace('erc', 'ERC-')
}

export function harmlessSymbol({ symbol }: { symbol: string | null }): string {
  return harmlessText(symbol ?? '', TOKEN_SYMBOL_LENGTH_MAX).text
}

export function harmlessName({ name }: Pick<InspectedToken, 'name'>): string {
  return harmlessText(name ?? '', TOKEN_NAME_LENGTH_MAX).text
}
