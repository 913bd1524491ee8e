import type { Held, HeldView, Waiting } from '#widget/files.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import { countDown, outsideLink, timeText, watchingLine } from '#widget/screens/blocks.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { button, copyButton, facts } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { heldEn } from '#widget/texts/en.ts'

const WARNING = { name: 'alert', tone: 'warning' } as const

type Around = Parameters<Held['view']>[2]

/**
 * Displays a state that is pending, has failed or is unknown, with the reason, the deadline and the next
 * actions.
 */
export function viewHeld(stage: Stage, progress: Progress, { now, again }: Around): HeldView | undefined {
  const texts = stage.messages.parts?.held ?? heldEn
  const { status, executableUntil, look, cancel } = progress
  if (progress.unsure || executableUntil !== undefined || look !== undefined)
    return {
      icon: WARNING,
      ...doubtWords(stage, texts, progress),
      actions: [
        look && button(stage.messages.common.tryAgain, look, 'main'),
        cancel && button(texts.cancel, cancel),
      ],
    }
  switch (status) {
    case 'PENDING_USER_APPROVAL':
      // The time to approve has passed, and polling has ended, so no decision can become known.
      if (progress.ended && (progress.expiresAtMs ?? Infinity) <= now())
        return { icon: WARNING, heading: texts.unseen.heading, text: texts.overdue, parts: [] }
      return viewWaiting(stage, readWaiting(progress, texts), now)
    case 'APPROVED':
      return { icon: { name: 'arrow' }, ...texts.states[status], parts: [] }
    case 'FAILED':
    case 'REJECTED':
    case 'EXPIRED':
    case 'CANCELLED': {
      const own = status === 'FAILED' ? stage.messages.states.FAILED : undefined
      const { heading, text } = own ?? texts.states[status]
      const icon = { name: 'alert', tone: 'danger' } as const
      if (progress.reported) return { icon, heading, text: texts.reported, parts: [] }
      const repeat = button(texts.again, () => again(progress), status === 'EXPIRED' && 'main')
      return { icon, heading, text, parts: [], actions: [repeat] }
    }
    case 'SUBMITTED':
    case 'CONFIRMED':
      return undefined
  }
}

/** Texts for an outcome that is unknown or can still change. */
function doubtWords(stage: Stage, texts: typeof heldEn, progress: Progress) {
  const { executableUntil } = progress
  if (progress.unsure) return { heading: texts.unseen.heading, text: texts.unsure, parts: [] }
  if (executableUntil === undefined) return { ...texts.unseen, parts: uuidParts(stage, progress) }
  const { heading } = stage.messages.states.FAILED ?? texts.states.FAILED
  return { heading, text: texts.executable(timeText(stage.messages, executableUntil)), parts: [] }
}

/** The id by which operators find the transaction. */
function uuidParts(stage: Stage, { transactionUuid }: Progress): Child[] {
  if (transactionUuid === undefined) return []
  const { transaction } = stage.messages.labels
  const copy = copyButton(stage, transaction, transactionUuid)
  return [facts([[transaction, [h('code', { dir: 'ltr' }, transactionUuid), copy]]])]
}

/** The pending approval of a transaction. */
function readWaiting(progress: Progress, texts: typeof heldEn): Waiting {
  const { number, expiresAtMs, approvalUrl, transactionUuid, ended, forOrganization } = progress
  return {
    number,
    expiresAtMs: ended ? undefined : expiresAtMs,
    link: approvalUrl && `${approvalUrl}#transaction=${transactionUuid}`,
    forOrganization,
    hint: progress.notified && texts.mailed(progress.email),
  }
}

/** Displays a pending approval: the number, the time left, and the link to the approval app. */
export function viewWaiting(stage: Stage, waiting: Waiting, now: () => number): HeldView {
  const texts = stage.messages.parts?.held ?? heldEn
  const { number, expiresAtMs, link, forOrganization, hint } = waiting
  return {
    icon: { name: 'clock', tone: 'warning' },
    ...texts.states.PENDING_USER_APPROVAL,
    ...(number !== undefined && { text: texts.pick }),
    ...(forOrganization && texts.other),
    parts: [
      number !== undefined && h('h3', {}, forOrganization ? number : texts.number(number)),
      expiresAtMs !== undefined && watchingLine(stage, timeLeft(expiresAtMs, now, texts.timeLeft)),
      !forOrganization && link !== undefined && outsideLink(stage, texts.open, link),
      !forOrganization && hint && h('p', { class: 'hint' }, hint),
    ],
  }
}

function timeLeft(endMs: number, now: () => number, text: (time: string) => string): HTMLElement {
  const time = h('span', { role: 'timer' })
  countDown(time, endMs, now, (seconds) => {
    time.textContent = text(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
  })
  return time
}
