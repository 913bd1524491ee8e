import { isFinal } from '#protocol/transaction-states.ts'
import type { Held, HeldView } from '#widget/files.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import { isOrdinary } from '#widget/texts/messages.ts'
import { copyFact } from './blocks.ts'
import { furtherFacts, leadFacts, type Draw } from './confirm-screen.ts'
import { h } from './dom.ts'
import { button, harmlessName, hexText } from './parts.ts'
import type { Stage } from './stage.ts'

/** The person's next steps. */
export type Onward = {
  /** Starts a new transfer, if the page leaves a choice. */
  another: ((progress: Progress) => void) | undefined
  /** Prepares the same transfer as a new call. */
  again: (progress: Progress) => void
}

/** Shows the transfer's state, from "sent" or "held" to its end, with everything that was signed. */
export function showProgress(
  stage: Stage,
  progress: Progress,
  { onward, draw, held, now }: { onward: Onward; draw: Draw; held: Held | undefined; now: () => number },
): void {
  const { progress: texts, labels } = stage.messages
  const { status, confirmation, transactionHash, reason, ended, lost, problem, executableUntil } = progress
  const { another, again } = onward
  const { icon, heading, text, parts, actions } =
    held?.view(stage, progress, { now, again }) ?? ordinaryView(stage, progress)
  const rows = draw.rows(stage, confirmation)
  const isHeld = status === 'PENDING_USER_APPROVAL'
  const noStatus = ended && !isFinal(status) && problem === undefined ? ` ${texts.noStatus}` : ''
  // If no later state can arrive, the text must not promise "a few seconds", because it would stay on the screen.
  const lede = status === 'SUBMITTED' && noStatus !== '' ? noStatus.trim() : text + noStatus
  stage.show({
    step: 'progress',
    icon,
    heading,
    lede,
    problem,
    body: [
      lost && h('p', { class: 'note' }, texts.lost),
      !ended && !isHeld && !executableUntil && h('div', { class: 'bar', 'aria-hidden': 'true' }),
      ...parts,
      draw.what(stage, confirmation, labels.amount),
      leadFacts(stage, confirmation, rows),
      furtherFacts(
        stage,
        confirmation,
        rows,
        reason === undefined ? null : [labels.reason, harmlessName(reason)],
        transactionHash === undefined ? null : copyFact(stage, labels.transaction, transactionHash, hexText),
      ),
    ],
    actions: [
      ...(actions ?? []),
      (ended || isHeld || executableUntil) &&
        another !== undefined &&
        button(texts.another, () => another(progress)),
    ],
  })
  stage.announce(lost ? texts.lost : `${heading}. ${lede}`)
}

/** Displays a successful transaction, or one whose own screens are not loaded. */
function ordinaryView({ messages }: Stage, { status }: Progress): HeldView {
  const words = messages.states[isOrdinary(status) ? status : 'SUBMITTED']
  if (status === 'CONFIRMED') return { ...words, icon: { name: 'check', tone: 'success' }, parts: [] }
  return { ...words, icon: { name: 'arrow' }, parts: [] }
}
