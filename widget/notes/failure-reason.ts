import { harmlessText } from '#protocol/display/text.ts'
import type { SimulatedFailure } from '#protocol/simulation.ts'
import { h } from '#widget/screens/dom.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { reviewTexts } from './draw-differences.ts'

const REASON_LENGTH_MAX = 300

/**
 * Reason why a call would fail: the missing balance if the token reports it, and the chain's own message, which is
 * in English.
 */
export function failureReason(messages: Messages, { reason, notHeld }: SimulatedFailure): HTMLElement {
  const texts = reviewTexts(messages)
  const own = h('bdi', {}, harmlessText(reason, REASON_LENGTH_MAX).text)
  if (notHeld === undefined) return h('p', {}, own)
  const { tokenId } = notHeld
  const lacks = tokenId === undefined ? texts.notHeld : texts.itemNotHeld(tokenId)
  return h('p', {}, lacks, ' ', h('small', {}, own))
}
