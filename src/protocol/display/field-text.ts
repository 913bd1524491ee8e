import type { FieldValue } from './call-description.ts'
import { titleOf } from './call-words.ts'

/** What fields are said with, in English; values stand in braces. */
export const FIELD_TEXTS = {
  units: '{units} base units',
  amount: '{amount} {symbol} ({units} base units)',
  unlimited: 'Unlimited',
  yes: 'Yes',
  no: 'No',
  thisWallet: '{address} (this wallet)',
} as const
type FieldTextKey = keyof typeof FIELD_TEXTS

/** How a page says these texts and the words for calls in its reader's language. */
type SayField = {
  field: (key: FieldTextKey, values?: Readonly<Record<string, string>>) => string
  call: (english: string) => string
}

const ENGLISH: SayField = {
  field: (key, values = {}) =>
    FIELD_TEXTS[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  call: (english) => english,
}

/** A field of a call in one line. */
export function fieldText(value: FieldValue, say: SayField = ENGLISH): string {
  switch (value.kind) {
    case 'amount': {
      const { unlimited, text, symbol, units } = value
      return say.field('amount', { amount: unlimited ? say.field('unlimited') : text, symbol, units })
    }
    case 'units':
      return say.field('units', { units: value.units })
    case 'number':
      return value.text
    case 'boolean':
      return say.field(value.value ? 'yes' : 'no')
    case 'address':
      return value.is === 'wallet' ? say.field('thisWallet', { address: value.address }) : value.address
    case 'hex':
      return value.hex
    case 'items':
      return value.items.map(({ units, tokenId }) => `${units} × #${tokenId}`).join(', ')
    case 'calls':
      return value.calls.map((call) => titleOf(call, say.call)).join(', ')
  }
}
