import type { FieldValue } from '#protocol/display/call-description.ts'
import { formatQuantity } from '#protocol/display/format-quantity.ts'
import type { Difference } from '#protocol/effects/compare-simulation.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { addressText, facts, foreignName, icon } from '#widget/screens/parts.ts'
import { quantityWords } from '#widget/screens/quantity-words.ts'
import { notesEn } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'

/** Displays the differences between a simulation and the bytes, in red. */
export function drawDifferences(messages: Messages, differences: readonly Difference[]): HTMLElement {
  const texts = reviewTexts(messages)
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    icon('alert'),
    h(
      'div',
      {},
      h('p', {}, texts.differs),
      differences.map(({ about, token, account, read, simulated }) =>
        facts([
          [texts[about], drawValue(messages, account)],
          [messages.labels.token, drawValue(messages, token)],
          [texts.read, drawValue(messages, read)],
          [texts.simulated, drawValue(messages, simulated)],
        ]),
      ),
    ),
  )
}

/** The texts of the server's review. */
export const reviewTexts = ({ parts }: Messages): typeof notesEn.simulation =>
  (parts?.notes ?? notesEn).simulation

function drawValue(messages: Messages, value: FieldValue | undefined): Child | readonly Child[] {
  const texts = reviewTexts(messages)
  switch (value?.kind) {
    case undefined:
      return texts.nothing
    case 'address':
      return [value.name ? foreignName(value.name) : null, addressText(value.address)]
    case 'amount':
    case 'units':
    case 'item':
    case 'items':
      return formatQuantity(value, quantityWords(messages))
    case 'number':
      return value.text
    case 'boolean':
    case 'hex':
    case 'calls':
      return texts.everything
  }
}
