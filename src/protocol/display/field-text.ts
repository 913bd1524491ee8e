import type { FieldValue } from './call-description.ts'
import { titleOf } from './call-words.ts'
import type { Translate } from './message-format.ts'

/** A field's value as a program reads it: exact amounts, in human units where the token is known; '' for calls and bytes. */
export function plainValue(value: FieldValue): string {
  if (value.kind === 'address') return value.address
  if (value.kind === 'units') return value.units
  if (value.kind === 'boolean') return String(value.value)
  if (value.kind === 'items')
    return value.items.map(({ units, tokenId }) => `${units} × #${tokenId}`).join(', ')
  return value.kind === 'amount' || value.kind === 'number' ? value.text : ''
}

/** A field's value in one line. */
export function fieldText(value: FieldValue, t: Translate): string {
  switch (value.kind) {
    case 'amount': {
      const { unlimited, text, symbol, units } = value
      const amount = unlimited ? t('Unlimited') : text
      return t('{amount} {symbol} ({units} base units)', { amount, symbol, units })
    }
    case 'units':
      return t('{units} base units', { units: value.units })
    case 'number':
      return value.text
    case 'boolean':
      return t(value.value ? 'Yes' : 'No')
    case 'address':
      return value.is === 'wallet' ? t('{address} (this wallet)', { address: value.address }) : value.address
    case 'hex':
      return value.hex
    case 'items':
      return value.items.map(({ units, tokenId }) => `${units} × #${tokenId}`).join(', ')
    case 'calls':
      return value.calls.map((call) => titleOf(call, t)).join(', ')
  }
}
