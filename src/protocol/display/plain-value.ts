import type { FieldValue } from './call-description.ts'
import { formatQuantity } from './format-quantity.ts'
import { PLAIN_WORDS } from './quantity-words.ts'

/**
 * A field's value for programs: exact amounts, in human units if the token is known, and an empty text for
 * calls and bytes.
 */
export function plainValue(value: FieldValue): string {
  switch (value.kind) {
    case 'address':
      return value.address
    case 'amount':
    case 'number':
      return value.text
    case 'units':
      return value.units
    case 'item':
      // The token ID has its own column.
      return value.units ?? value.tokenId
    case 'items':
      // A program needs every row, so nothing is summed or shortened.
      return value.items.map((item) => formatQuantity({ kind: 'item', ...item }, PLAIN_WORDS)).join(', ')
    case 'boolean':
      return String(value.value)
    case 'hex':
    case 'calls':
      return ''
  }
}
