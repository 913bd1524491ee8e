import type { FieldValue } from './call-description.ts'
import { formatQuantity } from './format-quantity.ts'
import { PLAIN_WORDS } from './quantity-words.ts'

/** A field's value as a program reads it: exact amounts, in human units where the token is known; '' for calls and bytes. */
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
      // The token ID has a column of its own.
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
