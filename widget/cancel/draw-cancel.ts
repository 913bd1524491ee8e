import type { Confirmation } from '#widget/flows/send-screens.ts'
import { h } from '#widget/screens/dom.ts'
import type { Draw } from '#widget/screens/confirm-screen.ts'

/** Draws the cancelled call as when it was signed, below the sentence that it is cancelled. */
export function drawCancel({ what, rows, exact }: Draw, cancelled: Confirmation, text: string): Draw {
  return {
    what: (stage) =>
      h(
        'div',
        { class: 'warnings' },
        h('p', { class: 'note' }, text),
        what(stage, cancelled, stage.messages.confirm.lede),
      ),
    rows: (stage) => rows(stage, cancelled),
    exact: (stage) => exact(stage, cancelled),
  }
}
