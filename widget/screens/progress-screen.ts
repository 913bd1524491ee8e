import { isFinal } from '#shared/org/transaction-states.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import { mainFacts } from './confirm-screen.ts'
import { h, type Child } from './dom.ts'
import type { Draw } from './draw.ts'
import { copyButton, harmlessName, hexText } from './parts.ts'
import type { Stage, View } from './stage.ts'

/** Where a person can go on from here. */
export type Onward = {
  /** Starts a new transfer, where the page leaves something to choose. */
  another: ((progress: Progress) => void) | undefined
  /** Prepares the same transfer as a new call. */
  again: (progress: Progress) => void
}

/** Where the transfer stands, from "sent" or "held" to its end, with everything that was signed. */
export function showProgress(
  stage: Stage,
  progress: Progress,
  { onward, draw, now }: { onward: Onward; draw: Draw; now: () => number },
): void {
  const { progress: texts, labels } = stage.messages
  const { status, confirmation, transactionHash, reason, ended } = progress
  const { another, again } = onward
  const { heading } = stage.messages.states[status]
  const isHeld = status === 'PENDING_USER_APPROVAL'
  const text = textOf(stage, progress)
  const copy = (what: string, hex: string) => copyButton(stage.messages, what, hex, stage.announce)
  const canRepeat =
    status === 'EXPIRED' || status === 'FAILED' || (status === 'REJECTED' && !progress.reported)
  stage.show({
    step: 'progress',
    icon: iconOf(status),
    heading,
    lede: text,
    problem: progress.problem,
    body: [
      progress.lost && h('p', { class: 'note' }, texts.lost),
      ...(isHeld
        ? heldParts(stage, progress, now)
        : [!ended && h('div', { class: 'bar', 'aria-hidden': 'true' })]),
      draw.what(stage, confirmation, labels.amount),
      mainFacts(
        stage,
        confirmation,
        draw,
        reason === undefined ? null : [labels.reason, harmlessName(reason)],
        transactionHash === undefined
          ? null
          : [labels.transaction, [hexText(transactionHash), copy(labels.transaction, transactionHash)]],
      ),
    ],
    actions: [
      canRepeat &&
        h(
          'button',
          { type: 'button', class: status === 'EXPIRED' && 'main', onclick: () => again(progress) },
          texts.again,
        ),
      (ended || isHeld) &&
        another !== undefined &&
        h('button', { type: 'button', onclick: () => another(progress) }, texts.another),
    ],
  })
  stage.announce(progress.lost ? texts.lost : `${heading}. ${text}`)
}

function textOf({ messages }: Stage, { status, ended, reported, number, problem }: Progress): string {
  const { progress: texts, states } = messages
  if (reported) return texts.reported
  const text = number === undefined ? states[status].text : texts.pick
  return ended && !isFinal(status) && problem === undefined ? `${text} ${texts.noStatus}` : text
}

/** The number, the time left, and the way to the app in which the person answers. */
function heldParts(stage: Stage, progress: Progress, now: () => number): Child[] {
  const { progress: texts, labels } = stage.messages
  const { number, expiresAtMs, approvalUrl, transactionUuid, ended } = progress
  return [
    number !== undefined && h('h3', {}, labels.number(number)),
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

function iconOf(status: Progress['status']): NonNullable<View['icon']> {
  switch (status) {
    case 'CONFIRMED':
      return { name: 'check', tone: 'success' }
    case 'FAILED':
    case 'REJECTED':
    case 'EXPIRED':
      return { name: 'alert', tone: 'danger' }
    case 'PENDING_USER_APPROVAL':
      return { name: 'clock', tone: 'warning' }
    case 'APPROVED':
    case 'SUBMITTED':
      return { name: 'arrow' }
  }
}
