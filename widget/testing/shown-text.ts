import { Window } from 'happy-dom'
import { callWords } from '#widget/calls/call-words.ts'
import { drawCall } from '#widget/calls/draw-call.ts'
import type { SendScreens } from '#widget/flows/send-screens.ts'
import { askConfirm } from '#widget/screens/confirm-screen.ts'
import { drawCoins } from '#widget/screens/draw-coins.ts'
import type { Stage, View } from '#widget/screens/stage.ts'
import { en } from '#widget/texts/en.ts'

/**
 * The confirm screen as a person reads it without opening anything, rendered by the widget's own code.
 * Provides a document while tests run.
 */
export function openScreen(): {
  renderText: (view: Parameters<SendScreens['askConfirm']>[0]) => string
  close: () => boolean
} {
  const before = Reflect.get(globalThis, 'document')
  Reflect.set(globalThis, 'document', new Window().document)

  function renderText(view: Parameters<SendScreens['askConfirm']>[0]): string {
    let drawn: View | undefined
    const { description, call } = view.confirmation
    const isCoins = description.kind === 'erc20-transfer' && call.value === 0n
    const stage: Stage = {
      ...NOTHING,
      messages: isCoins ? en : callWords(en),
      ask: (draw) => {
        drawn = draw(() => {})
        return new Promise(() => {})
      },
    }
    void askConfirm(stage, view, isCoins ? drawCoins : drawCall)
    const body = (drawn?.body ?? []).flat()
    if (!body.some(isUnusual)) for (const child of body) hideMiddles(child)
    return body.map(childText).join('\n')
  }

  return { renderText, close: () => Reflect.set(globalThis, 'document', before) }
}

const NOTHING: Omit<Stage, 'messages' | 'ask'> = {
  show: () => {},
  working: () => {},
  announce: () => {},
  adopt: () => {},
}

/** Whether styles/facts.css shows every digit because of this child. */
function isUnusual(child: unknown): boolean {
  if (!isElement(child)) return false
  return child.matches('.danger, .exact') || child.querySelector('.danger, .exact, .warnings > li') !== null
}

/** Hides digits like styles/facts.css: a short address keeps its first and last two groups. */
function hideMiddles(child: unknown): void {
  if (!isElement(child)) return
  for (const digits of child.querySelectorAll('.short > span:nth-child(n + 3):nth-child(-n + 10)'))
    digits.remove()
}

function childText(child: unknown): string {
  if (child === null || child === undefined || child === false) return ''
  if (isElement(child)) {
    // Removes collapsed parts, and words that change with every digest, because a person cannot know them
    // beforehand.
    for (const hidden of child.querySelectorAll('.fingerprint')) hidden.remove()
    return child.tagName === 'DETAILS' && !child.hasAttribute('open') ? '' : child.textContent
  }
  return typeof child === 'string' || typeof child === 'number' ? String(child) : ''
}

function isElement(child: unknown): child is HTMLElement {
  return typeof child === 'object' && child !== null && 'querySelectorAll' in child
}
