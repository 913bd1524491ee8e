import { addressIn, valueIn, type CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import type { Confirmation, SendScreens } from '#widget/flows/send-screens.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { addressText, button, copyButton, facts, hexText } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { tickBox } from '#widget/screens/tick-box.ts'
import { callTexts, signingTexts } from './call-words.ts'
import { drawValue } from './list-facts.ts'
import { nameFunction } from './to-widget-call.ts'
import css from './calls.css?inline'

/**
 * Confirmations whose box was ticked. After a closed prompt, the person returns to the confirm screen and
 * need not tick it again.
 */
const understood = new WeakSet<Confirmation>()

/**
 * Shown before a call that cannot be decoded, or a batch with one, can be confirmed. Displays all of its
 * bytes and asks the signer to acknowledge that its effect is unknown.
 */
export async function askUnread(
  stage: Stage,
  { confirmation, canGoBack }: Parameters<SendScreens['askConfirm']>[0],
): Promise<'confirm' | 'back'> {
  const unread = unreadIn(confirmation.description)
  if (unread.length === 0 || understood.has(confirmation)) return 'confirm'
  stage.adopt(css)
  const answer = await stage.ask<'confirm' | 'back'>((give) => {
    const { unread: texts } = signingTexts(stage.messages)
    const box = tickBox(stage, texts.understood)
    return {
      step: 'unread',
      icon: { name: 'alert', tone: 'danger' },
      heading: texts.heading,
      lede: texts.lede,
      body: [...unread.map((call) => bytesOfCall(stage, call)), box.element],
      actions: [
        h('button', { type: 'submit', part: 'understood' }, texts.submit),
        canGoBack && button(stage.messages.common.back, () => give('back')),
      ],
      cancel: true,
      submit: () => box.isTicked() && give('confirm'),
    }
  })
  if (answer === 'confirm') understood.add(confirmation)
  return answer
}

/** The calls that the widget cannot decode, with or without a descriptor. */
function unreadIn(description: CallDescription): CallDescription[] {
  const inner = callsIn(description).flatMap(unreadIn)
  return description.kind === 'unknown' ? [description, ...inner] : inner
}

function bytesOfCall(stage: Stage, call: CallDescription): Child {
  const { messages } = stage
  const { labels, bytes } = signingTexts(messages)
  const data = valueIn(call, 'data')
  const value = valueIn(call, 'value')
  const hex = data?.kind === 'hex' ? data.hex : '0x'
  return facts([
    [callTexts(messages).labels.contract, addressText(addressIn(call, 'contract'))],
    value ? [labels.value, drawValue(messages, value)] : null,
    [labels.selector, h('code', { dir: 'ltr' }, nameFunction(hex))],
    [labels.length, bytes((hex.length - 2) / 2)],
    [labels.data, [hexText(hex), copyButton(stage, labels.data, hex)]],
  ])
}
