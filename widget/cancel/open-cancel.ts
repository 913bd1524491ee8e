import { cancelEn } from '#widget/messages/cancel-en.ts'
import type { Messages } from '#widget/messages/messages.ts'
import type { Cancel } from '#widget/files.ts'
import { cancelCall, following } from './cancel-call.ts'
import { drawCancel } from './draw-cancel.ts'

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
