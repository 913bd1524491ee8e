import { fingerprint } from '#protocol/display/fingerprint.ts'
import type { MessageWarning } from '#protocol/messages/read-message.ts'
import { callBlock } from '#widget/calls/draw-call.ts'
import { walletName, warningItems } from '#widget/screens/blocks.ts'
import { commonScreens } from '#widget/screens/common-screens.ts'
import { h } from '#widget/screens/dom.ts'
import { addressText, facts, harmlessName, hexText, icon } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { tickBox } from '#widget/screens/tick-box.ts'
import { messageEn } from '#widget/texts/en.ts'
import type { Messages, Parts } from '#widget/texts/messages.ts'
import type { SignDeps, SignView } from './sign-message.ts'

/** The texts of signing messages, in the language of the others. */
export function messageTexts({ parts }: Messages): Parts['message'] {
  return parts?.message ?? messageEn
}

/** The steps of signing a message, drawn on a stage. */
export function signScreens(stage: Stage): SignDeps['screens'] {
  const { signedHeading: heading, signed: lede } = messageTexts(stage.messages)
  return {
    ...commonScreens(stage),
    askSign: (view) => askSign(stage, view),
    showSigned: () => stage.show({ step: 'signed', icon: { name: 'check', tone: 'success' }, heading, lede }),
  }
}

/** The others are dangers: nothing is signed before the box is ticked. */
const CAUTIONS: readonly MessageWarning[] = ['hidden', 'uri']

/** Everything that is signed stands there to be read, nothing of it behind a button. */
function askSign(stage: Stage, view: SignView): Promise<void> {
  const { messages } = stage
  const texts = messageTexts(messages)
  const { message, wallet, digest, origin, problem } = view
  const { kind, warnings, permissions, text, values } = message
  const whole = (value: string, tag: 'p' | 'span') => h(tag, { class: 'message', dir: 'auto' }, value)
  return stage.ask((answer) => {
    const isDanger = warnings.some((code) => !CAUTIONS.includes(code))
    const box = isDanger ? tickBox(stage, texts.understood) : undefined
    return {
      step: 'sign',
      heading: texts.heading[kind],
      lede: texts.lede(origin),
      problem,
      body: [
        warningItems(warnings.map((code) => warningOf(texts, code, view))),
        ...permissions.map((one) => h('section', { class: 'permission' }, callBlock(stage, one))),
        text !== undefined && whole(text, 'p'),
        facts([
          [messages.labels.from, [walletName(messages, wallet), addressText(wallet.address, 'short')]],
          [messages.labels.network, messages.common.chain(view.chainId)],
          [messages.labels.fingerprint, h('code', { class: 'fingerprint' }, fingerprint(digest))],
          [texts.hash, hexText(message.hash)],
          [messages.labels.digest, hexText(digest)],
        ]),
        facts(
          values.map(([path, value]) => [path, whole(value, 'span')]),
          { class: 'values' },
        ),
        box?.element,
      ],
      actions: [
        h('button', { type: 'submit', class: 'main', part: 'confirm' }, icon('key'), messages.confirm.submit),
      ],
      cancel: true,
      submit: () => box?.isTicked() !== false && answer(),
    }
  })
}

function warningOf(
  { warnings }: Parts['message'],
  code: MessageWarning,
  { message: { signIn }, origin }: SignView,
): [severity: string, text: string] {
  const text = warnings[code]
  const named = harmlessName((code === 'uri' ? signIn?.uri : signIn?.domain) ?? '')
  return [
    CAUTIONS.includes(code) ? 'caution' : 'danger',
    typeof text === 'string' ? text : text(named, origin),
  ]
}
