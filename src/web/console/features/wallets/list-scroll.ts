import type { VirtualItem } from '@tanstack/react-virtual'

/** The position in a list at navigation. */
type ListScroll = {
  /** The list's first cursor; empty for its first page. */
  start: string
  /** In pixels from the top of the page. */
  offset: number
  /** The measured heights of the rows. */
  heights: VirtualItem[]
}

const POSITIONS_MAX = 50
const positions = new Map<string, ListScroll>()

/** By entry of the browser's history, so that going back restores each position. */
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
 * Puts the cursor of the page in view into the address, so that it can be copied and reloaded. Bypasses the router:
 * its navigation would render the page again during scrolling, and add another history entry.
 */
export function saveCursor(cursor: string): void {
  const url = new URL(window.location.href)
  if ((url.searchParams.get('cursor') ?? '') === cursor) return
  if (cursor === '') url.searchParams.delete('cursor')
  else url.searchParams.set('cursor', cursor)
  window.history.replaceState(window.history.state, '', url)
}
