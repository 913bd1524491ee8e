import {
  numberIn,
  valueIn,
  type CallDescription,
  type FieldLabel,
} from '#protocol/display/call-description.ts'
import { fieldRows } from '#protocol/display/field-rows.ts'
import { PARTY_FIELDS, TOKEN_FIELDS } from '#protocol/display/fields-by-role.ts'
import type { Notes } from '#widget/notes/notes.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { amountBlock } from './blocks.ts'
import type { Draw } from './confirm-screen.ts'
import { h } from './dom.ts'
import { addressText, amountText, foreignName, numberText, type Fact } from './parts.ts'

/** Displays a token transfer. For an unlisted token, only the base units are certain. */
export const drawCoins: Draw = {
  what({ messages }, confirmation, label) {
    const { confirm: texts, common } = messages
    const value = valueIn(confirmation.description, 'amount')
    if (value?.kind === 'amount')
      return amountBlock(label, `${numberText(messages, value.text)} ${value.symbol}`)
    const units = numberIn(confirmation.description, 'amount')
    const about = texts.unverified(amountText(messages, BigInt(units), confirmation.coin))
    return amountBlock(label, common.units(numberText(messages, units)), about)
  },
  rows: ({ messages }, { description }, findName) => [
    addressFact(messages, description, PARTY_FIELDS, { findName }),
    addressFact(messages, description, TOKEN_FIELDS, { length: 'short' }),
  ],
  exact: ({ messages: { labels } }, { description }) => [
    [labels.exactAmount, h('code', { dir: 'ltr' }, numberIn(description, 'amount'))],
  ],
}

type AddressOptions = { length?: 'short'; findName?: Notes['findName'] | undefined }

/**
 * The row for the first of these fields that the call has. Null if its value is not an address. Only the address of a
 * known token may be `short`: the name of a party comes from the server, and the person compares the whole address.
 */
function addressFact(
  { labels }: Messages,
  description: CallDescription,
  fields: readonly FieldLabel[],
  { length, findName }: AddressOptions,
): Fact | null {
  const [row] = fieldRows(description, fields)
  if (row?.value.kind !== 'address') return null
  const names: Partial<Record<FieldLabel, string>> = labels
  const { address, name = findName?.(address) } = row.value
  const value = name === undefined ? addressText(address) : [foreignName(name), addressText(address, length)]
  return [names[row.label] ?? '', value]
}
