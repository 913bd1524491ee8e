import { DATE_AND_TIME } from '#protocol/display/date-and-time.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { h, type Attributes, type Child } from './dom.ts'
import { copyButton, foreignName, icon, type Fact } from './parts.ts'
import type { Stage } from './stage.ts'
import outsideLinkCss from './outside-link.css?inline'
import watchingLineCss from './watching-line.css?inline'

/*
 * Building blocks of several screens, in addition to parts.ts. The main file does not share them, so each
 * file on demand contains its own copy.
 */

/** A wallet's name, made harmless. */
export function walletName({ common }: Messages, { label }: { label: string }): HTMLElement {
  return foreignName(label === '' ? common.unnamed : label)
}

/** A fact with a button that copies it. */
export function copyFact(
  stage: Stage,
  term: string,
  text: string,
  draw: (text: string) => HTMLElement,
): Fact {
  return [term, [draw(text), copyButton(stage, term, text)]]
}

/** The signed or missing amount, in large text. */
export function amountBlock(label: string, main: Child, remark?: string, isDanger = false): HTMLElement {
  const small = remark !== undefined && h('small', {}, remark)
  return h(
    'p',
    { class: isDanger ? 'amount danger' : 'amount' },
    h('span', {}, label),
    h('strong', {}, main),
    small,
  )
}

/** The sentences of warnings. */
export function warningItems(items: readonly (readonly [severity: string, text: string])[]): Child {
  if (items.length === 0) return null
  const lines = items.map(([severity, text]) => h('li', { class: severity }, icon('alert'), text))
  return h('ul', { class: 'warnings' }, lines)
}

/** The domain that a passkey is for. */
export function domainHint(text: string, rpId: string): HTMLElement {
  return h('p', { class: 'hint' }, `${text} `, h('strong', { dir: 'ltr' }, rpId))
}

/** Calls `show` each second with the seconds left, until none are left or `element` leaves the page. */
export function countDown(
  element: Element,
  endMs: number,
  now: () => number,
  show: (seconds: number) => void,
): void {
  const seconds = Math.max(0, Math.ceil((endMs - now()) / 1000))
  show(seconds)
  const next = () => element.isConnected && countDown(element, endMs, now, show)
  if (seconds > 0) setTimeout(next, 1000)
}

/** A date and time with its zone, in the language of the texts. */
export function timeText({ language }: Messages, time: number | string): string {
  return new Date(time).toLocaleString(language, DATE_AND_TIME)
}

/** A text field without correction or autofill by the browser. */
export function textInput(name: string, value: string, attributes: Attributes): HTMLInputElement {
  return h('input', { type: 'text', name, value, autocomplete: 'off', spellcheck: 'false', ...attributes })
}

/** A line that says that the process continues automatically. */
export function watchingLine({ adopt }: Pick<Stage, 'adopt'>, text: Child): HTMLElement {
  adopt(watchingLineCss)
  return h('p', { class: 'watching' }, h('span', { class: 'pulse' }), text)
}

/** A link to another site, which opens in a tab of its own. */
export function outsideLink({ adopt }: Pick<Stage, 'adopt'>, text: string, href: string): HTMLElement {
  adopt(outsideLinkCss)
  return h('a', { href, target: '_blank', rel: 'noreferrer' }, text)
}
