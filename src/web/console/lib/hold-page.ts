import { useEffectEvent, useLayoutEffect } from 'react'
import * as z from 'zod/mini'

/** State that the router stores with every entry of the tab's history: its index. */
const entrySchema = z.object({ idx: z.number() })
const readIndex = (state: unknown): number | undefined => entrySchema.safeParse(state).data?.idx

type Hold = { index: number | undefined; onTried: () => void }
let hold: Hold | null = null

/**
 * Lets `holdPage` undo a step in the tab's history. Must be called before the router is rendered, because
 * listeners on the window run in the order of their registration. The first one can stop the event for the
 * others.
 */
export function guardHistory(): void {
  window.addEventListener('popstate', takeBack)
}

function takeBack(event: PopStateEvent): void {
  if (hold === null) return
  event.stopImmediatePropagation()
  const { index, onTried } = hold
  const there = readIndex(event.state)
  // Undoing a step triggers this event again, at the held page.
  if (index !== undefined && there === index) return
  window.history.go(index === undefined || there === undefined ? 1 : index - there)
  onTried()
}

/**
 * Holds the tab on this page. The browser asks before it reloads, closes or opens another site. A step back
 * or forward within the console is undone and calls `onTried`. Returns the function that releases the page.
 */
export function holdPage(onTried: () => void): () => void {
  const own: Hold = { index: readIndex(window.history.state), onTried }
  hold = own
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => {
    if (hold === own) hold = null
    window.removeEventListener('beforeunload', ask)
  }
}

/** Calls `holdPage` while `isHeld`, for example because the page has unsaved content. */
export function useHeldPage(isHeld: boolean, onTried: () => void): void {
  const tried = useEffectEvent(onTried)
  // Runs before paint, because content can be lost once it is visible.
  useLayoutEffect(() => (isHeld ? holdPage(() => tried()) : undefined), [isHeld])
}
