import type { FieldValue } from './call-description.ts'

/** A field's value as a program reads it: exact amounts, in human units where the token is known; '' for calls and bytes. */
export function plainValue(value: FieldValue): string {
  if (value.kind === 'address') return value.address
  if (value.kind === 'units') return value.units
  if (value.kind === 'boolean') return String(value.value)
  if (value.kind === 'items')
    return value.items.map(({ units, tokenId }) => `${units} × #${tokenId}`).join(', ')
  return value.kind === 'amount' || value.kind === 'number' ? value.text : ''
}
