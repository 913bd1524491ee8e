import type { CallDescription, FieldLabel, FieldValue } from '#protocol/display/call-description.ts'
import { callRows, type CallRow, type RowName } from '#protocol/display/call-rows.ts'
import { formatQuantity } from '#protocol/display/format-quantity.ts'
import { wordsOfKey } from '#protocol/display/key-words.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { addressText, foreignName, hexText, type Fact } from '#widget/screens/parts.ts'
import { quantityWords } from '#widget/screens/quantity-words.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { callTexts, signingTexts } from './call-words.ts'

/**
 * The fields that the list of facts can show. All other fields are in the large text, in a table, or in a list of
 * calls.
 */
type NameBelow = Exclude<
  RowName,
  'amount' | 'approved' | 'calls' | 'items' | 'number' | 'selector' | 'tokenId'
>

/** The lines for some fields of a call, in the order of `callRows`. */
export function listFacts(
  messages: Messages,
  description: CallDescription,
  fields: readonly FieldLabel[],
): Fact[] {
  const { labels } = signingTexts(messages)
  const below: Record<NameBelow, string> = {
    ...messages.labels,
    ...callTexts(messages).labels,
    ...labels,
    from: labels.holder,
    digest: labels.data,
  }
  const names: Partial<Record<RowName, string>> = below
  return callRows(description, fields).map((row) => [names[row.name] ?? '', drawRow(messages, row)])
}

function drawRow(messages: Messages, { name, value, isNobody }: CallRow): Child | Child[] {
  if (isNobody) return callTexts(messages).labels.nobody
  if (name === 'key' && value.kind === 'hex') return [hexText(wordsOfKey(value.hex)), hexText(value.hex)]
  return drawValue(messages, value)
}

/** A value from a call's bytes. */
export function drawValue(messages: Messages, value: FieldValue): Child | Child[] {
  switch (value.kind) {
    case 'address':
      return [value.name ? foreignName(value.name) : null, addressText(value.address)]
    case 'hex':
      return hexText(value.hex)
    case 'amount':
    case 'units':
    case 'item':
    case 'items':
      return formatQuantity(value, quantityWords(messages))
    case 'number':
      return h('code', { dir: 'ltr' }, value.text)
    case 'boolean':
    case 'calls':
      return null
  }
}
