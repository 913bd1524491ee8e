import { warnOnce } from '#widget/attributes/warn-once.ts'
import { LatchkeyEvent } from '#widget/latchkey-event.ts'
import { pageListens } from '#widget/page-listens.ts'
import { matchLanguage } from '#widget/texts/match-language.ts'
import { ar, de, en, es, fr, it, ja, pt, zh } from '#widget/texts/page-errors.ts'

const SENTENCES = { ar, de, en, es, fr, it, ja, pt, zh }

/**
 * A mistake that is reported to the embedding page: its code, and the change that its developers must make.
 */
export type HostProblem = { code: 'CONFIGURATION' | 'NETWORK_FAILED'; detail: string }

/** Lists what to check if a frame's page does not announce itself. */
export function silentDetail(origin: string, own: string): string {
  return (
    `the page at ${origin} in the frame did not announce itself. Check that it is found and holds <latchkey-wallet> with its ` +
    `script, that its parent-origins names ${own}, that its X-Frame-Options and frame-ancestors allow ${own}, and that this ` +
    `page's frame-src and Cross-Origin-Embedder-Policy allow the frame`
  )
}

/** Names the change if a frame's page does not connect to the outer page. */
export function unnamedDetail(origin: string, own: string): string {
  return `parent-origins of <latchkey-wallet> at ${origin} must name ${own}`
}

/** Warns on the console only. The frame works with its own page's attributes, so the person sees no error. */
export function warnUnnamed({ detail }: HostProblem): void {
  warnOnce(`${detail}: the frame gets no attribute, token or call of this page`)
}

/** The sentence for the person, in the language of the element or the outer page. */
export function problemSentence(element: HTMLElement, { code }: HostProblem): string {
  const page = element.closest<HTMLElement>('[lang]')
  return SENTENCES[matchLanguage([element.getAttribute('locale'), page?.lang]) ?? 'en'][code]
}

/**
 * Reports a problem to the page, once its listeners are added. Dispatches `latchkey-error`, and logs to the
 * console unless a listener prevents it. `isOver` says whether the problem has been fixed meanwhile.
 */
export async function reportProblem(
  element: HTMLElement,
  problem: HostProblem,
  isOver: () => boolean,
): Promise<void> {
  await pageListens()
  if (isOver()) return
  const { code, detail } = problem
  const event = new LatchkeyEvent('error', { code, message: problemSentence(element, problem), detail }, true)
  // oxlint-disable-next-line no-console -- for the page's developers, who need not listen to any event
  if (element.dispatchEvent(event)) console.error('[latchkey]', `${code}: ${detail}`)
}
