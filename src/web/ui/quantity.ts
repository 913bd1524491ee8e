import { formatQuantity, type TokenQuantity } from '#protocol/display/format-quantity.ts'
import { quantityWords } from '#protocol/display/quantity-words.ts'
import { formatExact, translated } from './text.ts'

/** A quantity of tokens in the chosen language: `12.5 DEMO`, `NFT #7`, `2 × #1`. */
export function quantityText(quantity: TokenQuantity): string {
  return formatQuantity(quantity, quantityWords(translated, formatExact))
}

/** The same with the digits as the bytes have them, for exact numbers that are compared and copied. */
export function exactQuantityText(quantity: TokenQuantity): string {
  return formatQuantity(
    quantity,
    quantityWords(translated, (exact) => exact),
  )
}
