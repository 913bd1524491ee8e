import { writeDeviceCode } from '#widget/keys/device-code.ts'
import { wordsText } from '#widget/keys/draw-own-change.ts'
import { copyFact, domainHint, textInput, watchingLine } from '#widget/screens/blocks.ts'
import { h } from '#widget/screens/dom.ts'
import { field } from '#widget/screens/field.ts'
import { button, facts, hexText } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { KeysTexts } from '#widget/texts/keys/en.ts'
import type { DrawQr } from '#widget/wallet/screens/qr-code.ts'
import type { JoinScreens } from './join-device.ts'

type View<Name extends keyof JoinScreens> = Parameters<JoinScreens[Name]>[0]

/** Steps on a new device. */
export function joinScreens(stage: Stage, texts: KeysTexts, drawQr: DrawQr): JoinScreens {
  return {
    askJoin: (view) => askJoin(stage, texts, view),
    showCode: (view) => showCode(stage, texts, view, drawQr),
    showJoined: (view) => showJoined(stage, texts, view),
  }
}

function askJoin(stage: Stage, texts: KeysTexts, view: View<'askJoin'>): Promise<string | 'back'> {
  const { devices: own, labels } = texts
  return stage.ask((answer) => {
    const control = textInput('device-name', view.draft, { maxlength: 60, dir: 'auto' })
    const name = field({ id: 'device-name', label: own.nameLabel, control, hint: own.nameHint })
    return {
      step: 'device-join',
      icon: { name: 'key' },
      heading: own.joinHeading,
      lede: own.joinLede,
      problem: view.problem,
      body: [name.element, domainHint(labels.domain, view.rpId)],
      main: view.isMade ? own.useMade : own.makePasskey,
      actions: [button(stage.messages.common.back, () => answer('back'))],
      submit: () => answer(control.value),
    }
  })
}

/** Shows the new key as text and as a QR code, with the words that the other device must show too. */
function showCode(stage: Stage, texts: KeysTexts, view: View<'showCode'>, drawQr: DrawQr): Promise<void> {
  const { devices: own, labels } = texts
  const code = writeDeviceCode(view.code)
  return stage.ask((answer) => ({
    step: 'device-waiting',
    icon: { name: 'clock', tone: 'warning' },
    heading: own.waitingHeading,
    lede: own.waitingLede,
    body: [
      drawQr(code, own.qr),
      facts([[labels.words, wordsText(view.code)], copyFact(stage, own.code, code, hexText)]),
      watchingLine(stage, view.stalled ? own.stalled : own.watching),
    ],
    actions: [button(stage.messages.common.back, () => answer())],
  }))
}

function showJoined(stage: Stage, texts: KeysTexts, { name }: View<'showJoined'>): Promise<void> {
  const { devices: own } = texts
  stage.announce(own.joinedHeading)
  return stage.ask((answer) => ({
    step: 'device-joined',
    icon: { name: 'check', tone: 'success' },
    heading: own.joinedHeading,
    lede: own.joined,
    body: [name !== '' && h('p', {}, h('bdi', {}, name))],
    main: own.toDevices,
    submit: () => answer(),
  }))
}
