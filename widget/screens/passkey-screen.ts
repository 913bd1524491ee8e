import type { CreateScreens, PasskeyAnswer } from '#widget/flows/create-context.ts'
import { domainHint } from './blocks.ts'
import { h } from './dom.ts'
import { button } from './parts.ts'
import type { Stage } from './stage.ts'

/** Announces the system's own prompt before it opens. */
export function askPasskey(
  stage: Stage,
  view: Parameters<CreateScreens['askPasskey']>[0],
): Promise<PasskeyAnswer> {
  const texts = stage.messages.passkey
  return stage.ask((answer) => {
    const main: PasskeyAnswer = view.known ? 'reuse' : 'create'
    const other: PasskeyAnswer = view.known ? 'create' : 'reuse'
    const canSwitch = view.known || view.problem?.next === 'passkey'
    return {
      step: 'passkey',
      icon: { name: 'key' },
      heading: view.known ? texts.knownHeading : texts.heading,
      lede: view.known ? texts.knownLede : texts.lede,
      problem: view.problem,
      body: [
        domainHint(texts.domain, view.rpId),
        canSwitch &&
          h(
            'div',
            { class: 'links' },
            button(view.known ? texts.makeNew : texts.useKnown, () => answer(other), 'link'),
          ),
      ],
      main: view.known ? texts.knownSubmit : texts.submit,
      cancel: true,
      submit: () => answer(main),
    }
  })
}
