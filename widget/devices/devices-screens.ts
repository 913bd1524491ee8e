import { wordsText } from '#widget/keys/draw-own-change.ts'
import { textInput, timeText, warningItems } from '#widget/screens/blocks.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { field } from '#widget/screens/field.ts'
import { button, facts, foreignName } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { KeysTexts } from '#widget/texts/keys/en.ts'
import type { Device } from './device-list.ts'
import type { DevicesAnswer, DevicesScreens } from './devices-plan.ts'
import { canScan, scanCode } from './scan-code.ts'

type View<Name extends keyof DevicesScreens> = Parameters<DevicesScreens[Name]>[0]

/** Steps on a device that can already sign for the wallet. */
export function devicesScreens(stage: Stage, texts: KeysTexts): DevicesScreens {
  return {
    askDevices: (view) => askDevices(stage, texts, view),
    askCode: (view) => askCode(stage, texts, view),
    askSame: (code) => askSame(stage, texts, code),
  }
}

function askDevices(stage: Stage, texts: KeysTexts, view: View<'askDevices'>): Promise<DevicesAnswer> {
  const { devices: own } = texts
  const { devices, isFull, isReported } = view
  const canAdd = isReported && !isFull
  // On a device that is not listed, joining is the main action.
  const isListed = devices.some(({ isThis }) => isThis)
  return stage.ask((answer) => {
    const kind = isListed ? 'add' : 'join'
    const other = isListed ? 'join' : 'add'
    return {
      step: 'devices',
      icon: { name: 'key' },
      heading: own.heading,
      lede: own.lede,
      problem: view.problem,
      body: [
        view.isOnlyKnown && warningItems([['danger', own.onlyKnown]]),
        h(
          'ul',
          { class: 'devices' },
          devices.map((device) =>
            deviceItem(
              stage,
              texts,
              device,
              devices.length > 1 && (() => answer({ kind: 'remove', device })),
            ),
          ),
        ),
        isFull && h('p', { class: 'note' }, own.full),
        !isReported && h('p', { class: 'note' }, own.unknown),
        h(
          'div',
          { class: 'links' },
          canAdd && button(own[other], () => answer({ kind: other }), 'link'),
          view.canChangeWallet && button(texts.changeWallet, () => answer({ kind: 'wallet' }), 'link'),
        ),
      ],
      main: canAdd && own[kind],
      cancel: true,
      submit: () => canAdd && answer({ kind }),
    }
  })
}

/** The given name of a device, without characters that could mislead. */
function deviceName({ devices }: KeysTexts, name: string): HTMLElement {
  return foreignName(name === '' ? devices.unnamed : name)
}

/** `remove` is false for the last passkey, because the wallet could not be used without it. */
function deviceItem(
  stage: Stage,
  texts: KeysTexts,
  device: Device,
  remove: false | (() => void),
): HTMLElement {
  const { devices: own, labels } = texts
  const { name, isThis, isFirst, lastUsedAt, key } = device
  const marks = [isThis && own.isThis, isFirst && own.first].filter((mark) => mark !== false)
  const removeButton = remove && button(own.remove, remove, 'quiet small')
  const shownName = deviceName(texts, name)
  if (removeButton) removeButton.setAttribute('aria-label', own.removeNamed(shownName.textContent))
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', {}, shownName),
      marks.length > 0 && h('small', {}, marks.join(' · ')),
      lastUsedAt !== undefined && h('small', {}, lastUseText(stage, labels, lastUsedAt)),
      wordsText(key),
    ),
    removeButton,
  )
}

/** Text for the last use. The service knows only the signatures that it accepted. */
function lastUseText(stage: Stage, labels: KeysTexts['labels'], lastUsedAt: string | null): string {
  if (lastUsedAt === null) return labels.neverUsed
  return `${labels.lastUse}: ${timeText(stage.messages, lastUsedAt)}`
}

function askCode(stage: Stage, texts: KeysTexts, view: View<'askCode'>): Promise<string | 'back'> {
  const { devices: own } = texts
  return stage.ask((answer) => {
    const attributes = { class: 'mono', autocapitalize: 'off', dir: 'ltr', maxlength: 2_000 }
    const control = textInput('device-code', view.draft, attributes)
    const problem = view.fieldProblem && own.problems[view.fieldProblem]
    const code = field({ id: 'device-code', label: own.codeLabel, control, problem })
    return {
      step: 'device-code',
      heading: own.addHeading,
      lede: own.addLede,
      body: [code.element, canScan() && scanPart(own, answer)],
      main: own.next,
      actions: [button(stage.messages.common.back, () => answer('back'))],
      submit: () => answer(control.value),
    }
  })
}

/** Replaces the button with the camera's picture until a code is in view. */
function scanPart({ scan, noCamera }: KeysTexts['devices'], found: (code: string) => void): Child {
  const part = h('div', { class: 'scan' })
  const start = button(scan, () => {
    part.replaceChildren()
    // The code can still be pasted without a camera, or after permission was denied.
    const failed = h('p', { class: 'note', role: 'alert' }, noCamera)
    scanCode(part).then(found, () => part.replaceChildren(start, failed))
  })
  part.append(start)
  return part
}

function askSame(stage: Stage, texts: KeysTexts, code: View<'askSame'>): Promise<boolean> {
  const { devices: own } = texts
  // The new device claims this name itself, so it is a separate fact and not part of the instruction.
  const name = facts([[texts.labels.device, deviceName(texts, code.name)]])
  return stage.ask((answer) => ({
    step: 'device-words',
    icon: { name: 'alert', tone: 'warning' },
    heading: own.compareHeading,
    lede: own.compareLede,
    body: [name, h('p', { class: 'words' }, wordsText(code))],
    main: own.same,
    actions: [button(own.different, () => answer(false))],
    submit: () => answer(true),
  }))
}
