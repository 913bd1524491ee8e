import type { QuantityWords } from '#protocol/display/quantity-words.ts'
import { quantityEn } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { numberText } from './parts.ts'

/**
 * The widget's words for `formatQuantity`. An unknown token has its own line, so its address is not repeated.
 */
export function quantityWords(messages: Messages): QuantityWords {
  const { common, parts } = messages
  return {
    write: (exact) => numberText(messages, exact),
    unlimited: (parts?.quantity ?? quantityEn).unlimited,
    baseUnits: common.units,
    // These texts are the same in every language.
    nft: (id) => `NFT #${id}`,
    more: (first, count) => `${first} +${count}`,
    either: (units, id) => `${units} / NFT #${id}`,
  }
}
