import type { VirtualItem } from '@tanstack/react-virtual'

/** Where somebody was in a list when they left it. */
type ListScroll = {
  /** The cursor that the list began at; empty for its first page. */
  start: string
  /** In pixels from the top of the page. */
  offset: number
  /** How high the rows were found to be. */
  heights: VirtualItem[]
}

const PLACES_MAX = 50
const places = new Map<string, ListScroll>()

/** By the entry of the browser's history, so that going back finds each place again. */
export function saveScroll(entry: string, place: ListScroll): void {
  places.delete(entry)
  places.set(entry, place)
  const [oldest] = places.keys()
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest)
}

export function restoreScroll(entry: string): ListScroll | undefined {
  return places.get(entry)
}

/**
 * Puts the cursor of the page in view into the address, for whoever copies or reloads it. Past the router: its own
 * navigation would draw the page again while it is scrolled, and the entry of the history would be another.
 */
export function noteCursor(cursor: string): void {
  const url = new URL(window.location.href)
  if ((url.searchParams.get('cursor') ?? '') === cursor) return
  if (cursor === '') url.searchParams.delete('cursor')
  else url.searchParams.set('cursor', cursor)
  window.history.replaceState(window.history.state, '', url)
}
