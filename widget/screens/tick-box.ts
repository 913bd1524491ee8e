import { tickFirst } from '#widget/texts/en.ts'
import { h } from './dom.ts'
import type { Stage } from './stage.ts'
import css from './tick-box.css?inline'

/** A box to tick before a dangerous step. `isTicked` shows a problem if it is not ticked. */
export function tickBox(
  { messages, adopt }: Stage,
  label: string,
): { element: HTMLDivElement; isTicked: () => boolean } {
  adopt(css)
  const box = h('input', { type: 'checkbox', id: 'understood', 'aria-describedby': 'understood-problem' })
  const problem = h('p', { id: 'understood-problem', class: 'field-problem' })
  problem.hidden = true
  const element = h(
    'div',
    { class: 'field' },
    h('label', { for: 'understood', class: 'check' }, box, h('span', {}, label)),
    problem,
  )
  function isTicked(): boolean {
    if (box.checked) return true
    problem.textContent = messages.parts?.signing.unread.missing ?? tickFirst
    problem.hidden = false
    box.setAttribute('aria-invalid', 'true')
    box.focus()
    return false
  }
  return { element, isTicked }
}
