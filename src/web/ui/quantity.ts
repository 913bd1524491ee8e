import { formatQuantity, type TokenQuantity } from '#protocol/display/format-quantity.ts'
import { quantityWords } from '#protocol/display/quantity-words.ts'
import { formatExact, translated } from './text.ts'

/** A token quantity in the chosen language: `12.5 DEMO`, `NFT #7`, `2 × #1`. */
export function quantityText(quantity: TokenQuantity): string {
  return formatQuantity(quantity, quantityWords(translated, formatExact))
}

/** A token quantity without digit grouping, for exact numbers that are compared and copied. */
export function exactQuantityText(quantity: TokenQuantity): string {
  return formatQuantity(
    quantity,
    quantityWords(translated, (exact) => exact),
  )
}
