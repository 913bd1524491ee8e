import { isFinal } from '#shared/org/transaction-states.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import { amountBlock, recipientOf } from './confirm-screen.ts'
import { h } from './dom.ts'
import { addressText, copyButton, facts, harmlessName, hexText } from './parts.ts'
import type { Stage, View } from './stage.ts'

/** Where the transfer stands, from "sent" or "held" to its end. `another`, where it makes sense, starts a new one. */
export function showProgress(stage: Stage, progress: Progress, another: (() => void) | undefined): void {
  const { progress: texts, labels } = stage.messages
  const { status, confirmation, transactionHash, reason, number } = progress
  const state = stage.messages.states[status]
  const over = progress.ended
  const copy = (what: string, text: string) => copyButton(stage.messages, what, text, stage.announce)
  const unknownEnd = over && !isFinal(status)
  stage.show({
    step: 'progress',
    icon: iconOf(status),
    heading: state.heading,
    lede: unknownEnd ? texts.noStatus : state.text,
    body: [
      !over && h('div', { class: 'bar', 'aria-hidden': 'true' }),
      number !== undefined && h('h3', {}, labels.number(number)),
      amountBlock(stage, confirmation, labels.amount),
      facts([
        [labels.to, addressText(recipientOf(confirmation))],
        reason === undefined ? null : [labels.reason, harmlessName(reason)],
        transactionHash === undefined
          ? null
          : [labels.transaction, [hexText(transactionHash), copy(labels.transaction, transactionHash)]],
        [labels.fingerprint, h('code', { class: 'fingerprint' }, confirmation.fingerprint)],
      ]),
    ],
    actions: [
      over && another !== undefined && h('button', { type: 'button', onclick: another }, texts.another),
    ],
  })
  stage.announce(`${state.heading}. ${state.text}`)
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
