import type { FieldValue } from '#shared/display/call-description.ts'
import { titleOf } from '#shared/display/call-words.ts'

/** A field of a call in one line. */
export function fieldText(value: FieldValue): string {
  switch (value.kind) {
    case 'amount':
      return `${value.unlimited ? 'Without limit' : value.text} ${value.symbol} (${value.units} smallest units)`
    case 'units':
      return `${value.units} smallest units`
    case 'number':
      return value.text
    case 'boolean':
      return value.value ? 'Yes' : 'No'
    case 'address':
      return value.is === 'wallet' ? `${value.address} (this wallet)` : value.address
    case 'hex':
      return value.hex
    case 'items':
      return value.items.map(({ units, tokenId }) => `${units} × #${tokenId}`).join(', ')
    case 'calls':
      return value.calls.map((call) => titleOf(call)).join(', ')
  }
}
