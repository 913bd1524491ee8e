import type { FieldValue } from '#protocol/display/call-description.ts'
import type { Difference } from '#protocol/effects/compare-simulation.ts'
import { notesEn } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { addressText, facts, foreignName, icon, numberText } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { tickBox } from '#widget/screens/tick-box.ts'
import css from './notes.css?inline'

/**
 * An empty block for differences that are found while the signer reads. With one it is red, and the call can be confirmed
 * only with the box ticked. Nothing waits for it, and nothing else on the screen changes.
 */
export function drawDifferences(stage: Stage, found: Promise<readonly Difference[]>): HTMLElement {
  const block = h('div', { class: 'differs', hidden: true })
  void found.then((differences) => differences.length > 0 && warn(stage, block, differences))
  return block
}

function warn(stage: Stage, block: HTMLElement, differences: readonly Difference[]): void {
  const { messages } = stage
  const texts = textsOf(messages)
  const box = tickBox(stage, texts.understood)
  stage.adopt(css)
  block.append(
    h(
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
    ),
    box.element,
  )
  block.hidden = false
  // Before the form's own listener, which would confirm.
  const form = block.closest('form')
  form?.addEventListener('submit', (event) => box.isTicked() || stop(event), { capture: true })
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

const textsOf = ({ parts }: Messages) => (parts?.notes ?? notesEn).simulation

function drawValue(messages: Messages, value: FieldValue | undefined): Child | readonly Child[] {
  const texts = textsOf(messages)
  switch (value?.kind) {
    case undefined:
      return texts.nothing
    case 'address':
      return [value.name ? foreignName(value.name) : null, addressText(value.address)]
    case 'amount':
      return `${numberText(messages, value.text)} ${value.symbol}`
    case 'units':
      return messages.common.units(numberText(messages, value.units))
    case 'items':
      return value.items.map(({ tokenId, units }) => `${units} × #${tokenId}`).join(', ')
    case 'number':
      return `#${value.text}`
    case 'boolean':
    case 'hex':
    case 'calls':
      return texts.everything
  }
}
