import type { Difference } from '#protocol/effects/compare-simulation.ts'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import { h } from '#widget/screens/dom.ts'
import { button, harmlessName, icon } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { tickBox } from '#widget/screens/tick-box.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { refusalIn, type Asked } from './ask-review.ts'
import { drawDifferences, reviewTexts } from './draw-differences.ts'
import { failureReason } from './failure-reason.ts'
import css from './notes.css?inline'

/** A review, with the differences between the simulation and the screen. A message is not simulated. */
export type Review = Omit<Asked, 'simulation'> &
  Partial<Pick<Asked, 'simulation'>> & { differences: readonly Difference[] }
export type Reviews = { latest: () => Promise<Review>; again: () => Promise<Review> }

/**
 * An empty block that the server's review fills while the signer reads. A call that would fail, or that a policy
 * blocks, cannot be confirmed. A call with a difference can be confirmed only after the box is ticked. If the signer
 * confirms before the review has arrived, the confirmation waits for the review. It counts only if the review shows
 * nothing new.
 */
export function drawReview(stage: Stage, reviews: Reviews): HTMLElement {
  const block = h('div', { class: 'differs', hidden: true })
  const texts = reviewTexts(stage.messages)
  let isAsking = true
  let isPressed = false
  let isStopped = false
  let box: ReturnType<typeof tickBox> | undefined

  const show = (children: readonly (HTMLElement | false | undefined)[]) => {
    block.replaceChildren(...children.filter((child) => child !== false && child !== undefined))
    block.hidden = block.childElementCount === 0
  }
  const submitButton = () => block.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')

  function showReview(review: Review): void {
    isAsking = false
    isStopped = refusalIn(review) !== undefined
    box = review.differences.length > 0 ? tickBox(stage, texts.understood) : undefined
    stage.adopt(css)
    const said = isStopped
      ? [refusal(stage.messages, review), button(texts.again, askAgain)]
      : [
          policyHint(stage.messages, review.policies),
          review.simulation?.outcome === 'unavailable' && h('p', { class: 'hint' }, texts.missing),
          box && drawDifferences(stage.messages, review.differences),
          box?.element,
        ]
    show(said)
    const submit = submitButton()
    if (submit) submit.disabled = isStopped
    const isNews = isStopped || box !== undefined || review.policies?.outcome === 'needs-approval'
    if (isPressed && !isNews) block.closest('form')?.requestSubmit()
    isPressed = false
  }

  function askAgain(): void {
    isAsking = true
    show([checking()])
    void reviews.again().then(showReview)
  }

  const checking = () => h('p', { class: 'hint', role: 'status' }, texts.checking)

  function submitted(event: Event): void {
    if (!isAsking && !isStopped && box?.isTicked() !== false) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isAsking) return
    isPressed = true
    show([checking()])
  }

  // The form is created around the block afterwards. This listener runs before the form's own, which would
  // confirm.
  queueMicrotask(() => block.closest('form')?.addEventListener('submit', submitted, { capture: true }))
  void reviews.latest().then(showReview)
  return block
}

/** Reason why the call cannot be signed, and a remedy. */
function refusal(messages: Messages, { simulation, policies }: Review): HTMLElement {
  const texts = reviewTexts(messages)
  const why =
    policies?.outcome === 'blocked'
      ? [h('p', {}, texts.blocked(harmlessName(policies.policyName)))]
      : [h('p', {}, texts.fails), simulation?.outcome === 'fails' && failureReason(messages, simulation)]
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    icon('alert'),
    h('div', {}, why, h('p', {}, texts.unsignable)),
  )
}

/** Names the approver who decides after the signature. */
function policyHint(messages: Messages, policies: PolicyVerdict | undefined): HTMLElement | undefined {
  if (policies?.outcome !== 'needs-approval') return undefined
  const texts = reviewTexts(messages)
  const sentence =
    policies.by === 'end-user' ? texts.ownApproval : texts.orgApproval(harmlessName(policies.policyName))
  return h('p', { class: 'hint', role: 'status' }, sentence)
}
