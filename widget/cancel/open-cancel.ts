import type { Cancel } from '#widget/files.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { cancelEn } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'
import type { Draw } from '#widget/screens/confirm-screen.ts'
import { h } from '#widget/screens/dom.ts'
import { cancelCall, following } from './cancel-call.ts'

/** The entry of the file for cancelling a signed call that can still be executed. */
export default function openCancel(): (messages?: Messages) => Cancel {
  return (messages) => {
    const texts = messages?.parts?.held.cancelling ?? cancelEn
    return {
      cancelCall: (context, cancelled) => cancelCall(context, cancelled, texts.refused),
      following: (context) => following(context, texts.tooLate),
      draw: (draw, cancelled) => drawCancel(draw, cancelled, texts.what),
    }
  }
}

/** Draws the cancelled call as when it was signed, below the sentence that it is cancelled. */
function drawCancel({ what, rows, exact }: Draw, cancelled: Confirmation, text: string): Draw {
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
