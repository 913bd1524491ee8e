import type { QuantityWords } from './quantity-words.ts'
import { sumById, type UnitsOfId } from './sum-by-id.ts'

/** Maximum number of listed token IDs. A longer list is shortened to its first ID. */
const IDS_SHOWN_MAX = 3

/**
 * A quantity of a token of any kind. `amount`: coins with known decimals, with `text` in human units. `units`:
 * base units of a token whose decimals are unknown. `item`: one NFT, or units of an ERC-1155 token ID.
 * `either`: a number that is base units of a coin or the ID of an NFT. `symbol` and `token` are undefined or
 * empty if displayed elsewhere.
 */
export type TokenQuantity =
  | { kind: 'amount'; text: string; symbol?: string; unlimited?: boolean }
  | { kind: 'units'; units: string; token?: string; unlimited?: boolean }
  | { kind: 'item'; tokenId: string; units?: string }
  | { kind: 'items'; items: readonly UnitsOfId[] }
  | { kind: 'either'; number: string }

/** `12.5 DEMO`, `1,000 base units of 0x5707…9A9B`, `NFT #7`, `2 × #1`, `2 × #1, 3 × #4` and `7 or NFT #7`. */
export function formatQuantity(quantity: TokenQuantity, words: QuantityWords): string {
  switch (quantity.kind) {
    case 'amount': {
      const { text, symbol = '', unlimited = false } = quantity
      if (unlimited) return words.unlimited(symbol)
      return symbol === '' ? words.write(text) : `${words.write(text)} ${symbol}`
    }
    case 'units': {
      const { units, token = '', unlimited = false } = quantity
      return unlimited ? words.unlimited(token) : words.baseUnits(words.write(units), token)
    }
    case 'item': {
      const { tokenId, units } = quantity
      return units === undefined ? words.nft(tokenId) : `${words.write(units)} × #${tokenId}`
    }
    case 'items':
      return formatItems(quantity.items, words)
    case 'either':
      return words.either(words.write(quantity.number), quantity.number)
  }
}

function formatItems(items: readonly UnitsOfId[], words: QuantityWords): string {
  const sums = sumById(items)
  const texts = sums.slice(0, IDS_SHOWN_MAX).map((item) => formatQuantity({ kind: 'item', ...item }, words))
  const [first = ''] = texts
  return sums.length <= IDS_SHOWN_MAX
    ? texts.join(', ')
    : words.more(first, words.write(String(sums.length - 1)))
}
