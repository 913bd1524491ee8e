import type { Address, Hex } from 'viem'
import { withChainName } from '#protocol/display/chain-name.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import type { ReadMessage, Validity } from '#protocol/messages/message-reading.ts'
import { MESSAGE_WARNINGS } from '#protocol/messages/message-severity.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import { signingTexts } from '#widget/calls/call-words.ts'
import { callBlock } from '#widget/calls/draw-call.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { HeldView } from '#widget/files.ts'
import { drawReview, type Reviews } from '#widget/notes/draw-review.ts'
import type { CoSignerNotice } from '#widget/protect/known-co-signer.ts'
import { timeText, walletName, warningItems } from '#widget/screens/blocks.ts'
import { commonScreens } from '#widget/screens/common-screens.ts'
import { h } from '#widget/screens/dom.ts'
import { addressText, facts, harmlessName, hexText, icon, type Fact } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { tickBox } from '#widget/screens/tick-box.ts'
import { messageEn } from '#widget/texts/en.ts'
import css from './sign.css?inline'

/** The view before signing. `origin` is the page that requests it. */
type SignView = {
  message: ReadMessage
  wallet: WidgetWallet
  chainId: number
  digest: Hex
  /** The co-signer's address. Undefined if there is none. */
  coSigner: Address | undefined
  coSignerNotice: CoSignerNotice
  origin: string
  /** The server's reviews. Undefined for a message that the policies do not check. */
  reviews: Reviews | undefined
  problem: WidgetError | undefined
}

/** The steps of signing a message. `refused` has the sentences for rejected messages. */
export type SignScreens = ReturnType<typeof commonScreens> & {
  refused: (typeof messageEn)['refused']
  askSign: (view: SignView) => Promise<void>
  showWaiting: (view: HeldView) => void
  showSigned: () => void
}

/** Shows the steps of signing a message on a stage. */
export function signScreens(stage: Stage): SignScreens {
  const texts = stage.messages.parts?.message ?? messageEn
  const { refused, signedHeading: heading, signed: lede } = texts
  stage.adopt(css)
  stage.messages = { ...stage.messages, wallet: { ...stage.messages.wallet, lede: texts.which } }
  return {
    ...commonScreens(stage),
    refused,
    askSign: (view) => askSign(stage, texts, view),
    showWaiting({ icon, heading, text, parts }) {
      stage.show({ step: 'progress', icon, heading, lede: text, body: parts, cancel: true })
      stage.announce(`${heading}. ${text}`)
    },
    showSigned: () => stage.show({ step: 'signed', icon: { name: 'check', tone: 'success' }, heading, lede }),
  }
}

/** Displays everything that is signed. Nothing is hidden behind a button. */
function askSign(stage: Stage, texts: typeof messageEn, view: SignView): Promise<void> {
  const { messages } = stage
  const { message, wallet, digest, coSigner, coSignerNotice, origin, problem } = view
  const { kind, warnings, permissions, validity, text, values, signIn } = message
  const whole = (value: string, tag: 'p' | 'span') => h(tag, { class: 'message', dir: 'auto' }, value)
  return stage.ask((answer) => {
    const coSignerWarning = coSignerWarnings(texts)[coSignerNotice]
    const isDanger =
      coSignerWarning !== undefined || warnings.some((code) => MESSAGE_WARNINGS[code].severity === 'danger')
    const box = isDanger ? tickBox(stage, texts.understood) : undefined
    const sentences = warnings.map((code) => {
      const sentence = texts.warnings[code]
      const named = harmlessName((code === 'uri' ? signIn?.uri : signIn?.domain) ?? '')
      return [
        MESSAGE_WARNINGS[code].severity,
        typeof sentence === 'string' ? sentence : sentence(named, origin),
      ] as const
    })
    return {
      step: 'sign',
      heading: texts.heading[kind],
      lede: texts.lede(origin),
      problem,
      body: [
        warningItems(coSignerWarning ? [...sentences, ['danger', coSignerWarning]] : sentences),
        ...permissions.map((one) => h('section', { class: 'permission' }, callBlock(stage, one))),
        text !== undefined && whole(text, 'p'),
        validity && facts(validityFacts(stage, texts, validity)),
        view.reviews && drawReview(stage, view.reviews),
        facts([
          [texts.by, [walletName(messages, wallet), addressText(wallet.address, 'short')]],
          coSigner === undefined ? null : [signingTexts(messages).labels.coSigner, addressText(coSigner)],
          [messages.labels.network, withChainName(view.chainId, messages.common.chain(view.chainId))],
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

function coSignerWarnings(texts: typeof messageEn): Record<CoSignerNotice, string | undefined> {
  return { expected: undefined, changed: texts.otherCoSigner, 'perhaps-removed': texts.removedCoSigner }
}

/** The time in which a signed payment or permission is valid. */
function validityFacts(
  { messages }: Stage,
  texts: typeof messageEn,
  { afterMs, beforeMs }: Validity,
): Fact[] {
  const time = (ms: number): string => timeText(messages, new Date(ms).toISOString())
  const end: Fact = [texts.validUntil, beforeMs === undefined ? texts.noEnd : time(beforeMs)]
  return afterMs === undefined ? [end] : [[texts.validFrom, time(afterMs)], end]
}
