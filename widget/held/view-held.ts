import type { Progress } from '#widget/flows/send-screens.ts'
import { heldEn, type HeldMessages } from '#widget/messages/held-en.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { copyButton, facts } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { HeldView } from './held.ts'

/** How the states of a held transaction are shown, with the number, the time left, and the way to the app. */
export function viewHeld(stage: Stage, progress: Progress, now: () => number): HeldView | undefined {
  const texts = stage.messages.parts?.held ?? heldEn
  const { status, reported } = progress
  if (progress.look !== undefined) {
    return { icon: { name: 'alert', tone: 'warning' }, ...texts.unseen, parts: uuidParts(stage, progress) }
  }
  switch (status) {
    case 'PENDING_USER_APPROVAL':
      return {
        icon: { name: 'clock', tone: 'warning' },
        heading: texts.states[status].heading,
        text: progress.number === undefined ? texts.states[status].text : texts.pick,
        parts: waitingParts(texts, progress, now),
      }
    case 'APPROVED':
      return { icon: { name: 'arrow' }, ...texts.states[status], parts: [] }
    case 'REJECTED':
    case 'EXPIRED':
    case 'CANCELLED': {
      const { heading, text } = texts.states[status]
      return {
        icon: { name: 'alert', tone: 'danger' },
        heading,
        text: reported ? texts.reported : text,
        parts: [],
      }
    }
    case 'SUBMITTED':
    case 'CONFIRMED':
    case 'FAILED':
      return undefined
  }
}

/** By what the people who run the service find it. */
function uuidParts(stage: Stage, { transactionUuid }: Progress): Child[] {
  if (transactionUuid === undefined) return []
  const { messages, announce } = stage
  const { transaction } = messages.labels
  const copy = copyButton(messages, transaction, transactionUuid, announce)
  return [facts([[transaction, [h('code', { dir: 'ltr' }, transactionUuid), copy]]])]
}

/** The number, the time left, and the way to the app in which the person answers. */
function waitingParts(texts: HeldMessages, progress: Progress, now: () => number): Child[] {
  const { number, expiresAtMs, approvalUrl, transactionUuid, ended } = progress
  return [
    number !== undefined && h('h3', {}, texts.number(number)),
    !ended && expiresAtMs !== undefined && timeLeft(expiresAtMs, now, texts.timeLeft),
    approvalUrl !== undefined &&
      h(
        'a',
        { href: `${approvalUrl}#transaction=${transactionUuid}`, target: '_blank', rel: 'noreferrer' },
        texts.open,
      ),
    progress.notified && h('p', { class: 'hint' }, texts.mailed(progress.email)),
  ]
}

/** Counts down each second, and stops by itself when it leaves the page. */
function timeLeft(endMs: number, now: () => number, text: (time: string) => string): HTMLElement {
  const time = h('span', { role: 'timer' })
  function tick(): void {
    const seconds = Math.max(0, Math.ceil((endMs - now()) / 1000))
    time.textContent = text(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
    setTimeout(() => time.isConnected && tick(), 1000)
  }
  tick()
  return h('p', { class: 'watching' }, h('span', { class: 'pulse' }), time)
}
