import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
  type ReactVirtualizer,
} from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState, type RefObject, type KeyboardEvent } from 'react'

const ROW_PIXELS = 45
const ROWS_AROUND = 6
/** Height that may cover rows at the top, in pixels: the header of a narrow window and the table's header. */
const COVERED_PIXELS = 96
/** Assumed height above the rows, in pixels: the page's title and its filters. */
const ABOVE_PIXELS = 200

type VirtualRows = {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  getKey: (index: number) => string
  /** Key of the entry in the browser's history. */
  entry: string
  /** Cursor at which the list of that entry begins. */
  start: string
}

/**
 * Renders only the visible rows of a table of any length, and a few around them. The focused row stays
 * rendered, because the keyboard would lose its position. Going back in the history restores the scroll
 * position.
 */
export function useVirtualRows({ body, count, getKey, entry, start }: VirtualRows): {
  virtualizer: ReactVirtualizer<Window, Element>
  focusedRef: RefObject<number | null>
} {
  const [saved] = useState(() => restoreScroll(entry))
  const focusedRef = useRef<number | null>(null)
  const scrollMargin = useTop(body)
  const rangeExtractor = useCallback((range: Range) => withFocused(range, focusedRef.current), [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes its result here
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PIXELS,
    overscan: ROWS_AROUND,
    scrollMargin,
    scrollPaddingStart: COVERED_PIXELS,
    scrollPaddingEnd: ROW_PIXELS,
    getItemKey: getKey,
    rangeExtractor,
    ...(saved !== undefined && { initialOffset: saved.offset, initialMeasurementsCache: saved.heights }),
  })
  const virtualizerRef = useRef(virtualizer)
  useLayoutEffect(() => {
    virtualizerRef.current = virtualizer
  })
  useLayoutEffect(() => {
    if (saved !== undefined) window.scrollTo(0, saved.offset)
  }, [saved])
  useLayoutEffect(() => {
    const keep = () =>
      saveScroll(entry, { start, offset: window.scrollY, heights: virtualizerRef.current.measurementsCache })
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [entry, start])
  return { virtualizer, focusedRef }
}

function withFocused(range: Range, focused: number | null): number[] {
  const indexes = defaultRangeExtractor(range)
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes
  return [...indexes, focused].toSorted((a, b) => a - b)
}

/** Distance of an element from the top of the page. The distance changes with the content above. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(ABOVE_PIXELS)
  useLayoutEffect(() => {
    const measure = () => {
      const found = element.current?.getBoundingClientRect().top
      if (found !== undefined) setTop(Math.round(found + window.scrollY))
    }
    // The observer also calls `measure` once at the start, when the browser has computed the layout anyway.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** The position in a list when it is left. */
type ListScroll = {
  /** Cursor at which the list begins. Empty if it begins with the first page. */
  start: string
  /** Pixels from the top of the page. */
  offset: number
  heights: VirtualItem[]
}

const POSITIONS_MAX = 50
const positions = new Map<string, ListScroll>()

/** Saves the position per history entry, so that going back restores it. */
function saveScroll(entry: string, position: ListScroll): void {
  positions.delete(entry)
  positions.set(entry, position)
  const [oldest] = positions.keys()
  if (positions.size > POSITIONS_MAX && oldest !== undefined) positions.delete(oldest)
}

export function restoreScroll(entry: string): ListScroll | undefined {
  return positions.get(entry)
}

/**
 * Writes the cursor of the visible rows to the page's URL, so that the URL can be copied and reloaded. Bypasses the
 * router, whose navigation would render the page again while scrolling and add a history entry.
 */
export function saveCursor(cursor: string): void {
  const url = new URL(window.location.href)
  if ((url.searchParams.get('cursor') ?? '') === cursor) return
  if (cursor === '') url.searchParams.delete('cursor')
  else url.searchParams.set('cursor', cursor)
  window.history.replaceState(window.history.state, '', url)
}

const PAGE_STEP = 10
/** Maximum frames to wait until a row is rendered. */
const FRAMES_MAX = 30

type RowKeys = Pick<VirtualRows, 'body' | 'count'> & {
  focusedRef: RefObject<number | null>
  scrollToRow: (index: number) => void
}

/** Arrow keys, Page Up and Down, Home and End move between rows, whether or not the next one is rendered. */
export function useRowKeys({
  body,
  count,
  focusedRef,
  scrollToRow,
}: RowKeys): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const index = findRowIndex(event.target)
      if (index === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const next = nextRow(event.key, index, count)
      if (next === null) return
      event.preventDefault()
      focusedRef.current = next
      scrollToRow(next)
      focusRow(body, focusedRef, next, FRAMES_MAX)
    },
    [body, count, focusedRef, scrollToRow],
  )
}

/** Index of the row that contains an element. Null outside the rows. */
export function findRowIndex(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
  return row === null ? null : Number(row.dataset['index'])
}

function nextRow(key: string, index: number, count: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_STEP, PageUp: -PAGE_STEP }[key]
  return step === undefined ? null : Math.min(Math.max(index + step, 0), count - 1)
}

function focusRow(
  body: RefObject<HTMLElement | null>,
  focusedRef: RefObject<number | null>,
  index: number,
  framesLeft: number,
): void {
  const link = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] a`)
  if (link !== null && link !== undefined) return link.focus({ preventScroll: true })
  if (framesLeft === 0 || focusedRef.current !== index) return
  requestAnimationFrame(() => focusRow(body, focusedRef, index, framesLeft - 1))
}
