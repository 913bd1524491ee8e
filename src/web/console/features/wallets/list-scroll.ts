import type { VirtualItem } from '@tanstack/react-virtual'

/** The position in a list when it was left. */
type ListScroll = {
  /** The cursor that the list began at; empty for its first page. */
  start: string
  /** In pixels from the top of the page. */
  offset: number
  /** How high the rows were found to be. */
  heights: VirtualItem[]
}

const POSITIONS_MAX = 50
const positions = new Map<string, ListScroll>()

/** By the entry of the browser's history, so that going back finds each position again. */
export function saveScroll(entry: string, position: ListScroll): void {
  positions.delete(entry)
  positions.set(entry, position)
  const [oldest] = positions.keys()
  if (positions.size > POSITIONS_MAX && oldest !== undefined) positions.delete(oldest)
}

export function restoreScroll(entry: string): ListScroll | undefined {
  return positions.get(entry)
}

/**
 * Puts the cursor of the page in view into the address, so that it can be copied and reloaded. Past the router: its own
 * navigation would draw the page again while it is scrolled, and the entry of the history would be another.
 */
export function noteCursor(cursor: string): void {
  const url = new URL(window.location.href)
  if ((url.searchParams.get('cursor') ?? '') === cursor) return
  if (cursor === '') url.searchParams.delete('cursor')
  else url.searchParams.set('cursor', cursor)
  window.history.replaceState(window.history.state, '', url)
}
