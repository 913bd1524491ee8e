import { LatchkeyBeforeEvent } from '#widget/before-event.ts'
import { callWords } from '#widget/calls/call-words.ts'
import { beforeEvent, walletEvent } from '#widget/events.ts'
import type { Sign } from '#widget/files.ts'
import { signMessage } from './sign-message.ts'
import { signScreens } from './sign-screens.ts'

/** Entry of the file that signs messages. */
export default function openSign(): Sign {
  return {
    async run({ settings, stage, signal, dispatch, deps, element, file }) {
      stage.messages = callWords(stage.messages)
      const signed = await signMessage(
        {
          ...deps,
          origin: deps.origin ?? location.origin,
          screens: signScreens(stage),
          viewWaiting: async (waiting) => (await file('held')).waiting(stage, waiting, deps.clock.now),
          beforeSign: (signing) =>
            LatchkeyBeforeEvent.ask(beforeEvent('before-sign-message', signing), dispatch, signal),
        },
        { ...settings, host: location.hostname },
        element.message,
        signal,
      )
      dispatch(walletEvent('signed', signed))
    },
  }
}
