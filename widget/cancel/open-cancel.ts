import type { Cancel } from '#widget/files.ts'
import { h } from '#widget/screens/dom.ts'
import { cancelEn } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { cancelCall, following } from './cancel-call.ts'

/** Entry of the file that cancels a signed call that can still be executed. */
export default function openCancel(): (messages?: Messages) => Cancel {
  return (messages) => {
    const texts = messages?.parts?.held.cancelling ?? cancelEn
    return {
      cancelCall: (context, cancelled) => cancelCall(context, cancelled, texts.refused),
      following: (context) => following(context, texts.tooLate),
      // The cancelled call as displayed when it was signed, below the sentence about its cancellation.
      draw: ({ what, rows, exact }, cancelled) => ({
        what: (stage) =>
          h(
            'div',
            { class: 'warnings' },
            h('p', { class: 'note' }, texts.what),
            what(stage, cancelled, stage.messages.confirm.lede),
          ),
        rows: (stage) => rows(stage, cancelled),
        exact: (stage) => exact(stage, cancelled),
      }),
    }
  }
}
