import type { CallDescription, FormattedValue } from '#protocol/display/call-description.ts'
import { formatQuantity } from '#protocol/display/format-quantity.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { facts } from '#widget/screens/parts.ts'
import { quantityWords } from '#widget/screens/quantity-words.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { signingTexts } from './call-words.ts'
import { drawValue } from './list-facts.ts'

/**
 * Displays the page's or the registry's description of a call that the widget cannot decode, visibly marked with its
 * author.
 */
export function formattedBlock(messages: Messages, { formatted }: CallDescription): Child {
  if (formatted === undefined) return null
  const { what } = signingTexts(messages)
  const { intent, owner, isTrusted } = formatted
  const { label, main, remark } = isTrusted ? what.registered(intent, owner) : what.formatted(intent)
  return h(
    'section',
    { class: 'formatted' },
    h('p', {}, h('span', {}, label), h('strong', {}, main), h('small', {}, remark)),
    facts(formatted.fields.map((field) => [field.label, formattedValue(messages, field.value)])),
  )
}

function formattedValue(messages: Messages, value: FormattedValue): Child | Child[] {
  const words = quantityWords(messages)
  switch (value.kind) {
    case 'amount':
      // The token is the page's claim, so the exact decoded number follows in base units.
      return `${formatQuantity(value, words)} (${formatQuantity({ kind: 'units', units: value.units }, words)})`
    case 'list':
      return h('code', { dir: 'ltr' }, value.texts.join(', ') || '[]')
    case 'text':
      return h('bdi', {}, value.text)
    case 'address':
    case 'units':
    case 'number':
    case 'hex':
      return drawValue(messages, value)
  }
}
