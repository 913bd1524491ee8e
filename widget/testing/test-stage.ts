import { h } from '#widget/screens/dom.ts'
import { createStage, type Stage } from '#widget/screens/stage.ts'
import { en } from '#widget/texts/en.ts'
import type { Messages } from '#widget/texts/messages.ts'

/** A stage with a card that a test can read and press. `pressed` finds a button by its text. */
export function testStage(messages: Messages = en): {
  card: HTMLDivElement
  stage: Stage
  submit: () => boolean | undefined
  button: (text: string) => HTMLButtonElement | undefined
  text: () => string
} {
  const card = h('div', { part: 'card' })
  const base = h('div', {}, card)
  h('div').attachShadow({ mode: 'open' }).append(base)
  const options = { signal: new AbortController().signal, cancel: () => {}, focusIsFree: () => false }
  const stage = createStage({ base, card, status: h('p') }, messages, options)
  const submit = () => card.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  const button = (text: string) =>
    [...card.querySelectorAll('button')].find((one) => one.textContent === text)
  const text = () => (card.textContent ?? '').replaceAll(/\s+/g, ' ')
  return { card, stage, submit, button, text }
}
