import { callWords } from '#widget/calls/call-words.ts'
import { walletEvent } from '#widget/events.ts'
import type { Sign } from '#widget/files.ts'
import { signMessage } from './sign-message.ts'
import { messageTexts, signScreens } from './sign-screens.ts'
import css from './sign.css?inline'

/** The entry of the file that signs messages. */
export default function openSign(): Sign {
  return {
    async run({ settings, stage, signal, dispatch, deps, element }) {
      stage.adopt(css)
      stage.messages = callWords(stage.messages)
      const own: Parameters<typeof signMessage>[0] = {
        ...deps,
        origin: deps.origin ?? location.origin,
        screens: signScreens(stage),
        refused: messageTexts(stage.messages).refused,
        beforeSign: (signing) => dispatch(walletEvent('before-sign-message', signing)),
      }
      const input = { ...settings, host: location.hostname }
      dispatch(walletEvent('signed', await signMessage(own, input, element.message, signal)))
    },
  }
}
