import { useEffectEvent, useLayoutEffect } from 'react'
import * as z from 'zod/mini'

/** What the router stores with every entry of the tab's history: its index. */
const entrySchema = z.object({ idx: z.number() })
const indexOf = (state: unknown): number | undefined => entrySchema.safeParse(state).data?.idx

type Hold = { index: number | undefined; onTried: () => void }
let hold: Hold | null = null

/**
 * Lets `holdPage` undo a step in the tab's history. Called before the router is rendered: of two listeners on the
 * window the first one runs first, and an event that it stops does not reach the other.
 */
export function guardHistory(): void {
  window.addEventListener('popstate', takeBack)
}

function takeBack(event: PopStateEvent): void {
  if (hold === null) return
  event.stopImmediatePropagation()
  const { index, onTried } = hold
  const there = indexOf(event.state)
  // Our own step triggers this event as well.
  if (index !== undefined && there === index) return
  window.history.go(index === undefined || there === undefined ? 1 : index - there)
  onTried()
}

/**
 * Holds the tab on this page: the browser asks before it reloads, closes or leads to another site, and a step back or
 * forward within the console is undone, with `onTried`. Returns the function that releases it.
 */
export function holdPage(onTried: () => void): () => void {
  const own: Hold = { index: indexOf(window.history.state), onTried }
  hold = own
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => {
    if (hold === own) hold = null
    window.removeEventListener('beforeunload', ask)
  }
}

/** `holdPage` for as long as something on the page would be lost. */
export function useHeldPage(isHeld: boolean, onTried: () => void): void {
  const tried = useEffectEvent(onTried)
  // Before paint: visible content can be lost.
  useLayoutEffect(() => (isHeld ? holdPage(() => tried()) : undefined), [isHeld])
}
