import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState, type RefObject, type KeyboardEvent } from 'react'

const ROW_PIXELS = 45
const ROWS_AROUND = 6
/** May cover rows at the top: the header of a narrow window and the table's own. */
const COVERED_PIXELS = 104
/** The minimum height above the rows: the page's title and its filters. */
const ABOVE_PIXELS = 200

type VirtualRows = {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  keyOf: (index: number) => string
  /** The entry of the browser's history, and the first cursor of its list. */
  entry: string
  start: string
}

/**
 * The visible rows of a table of any length, and a few around them. The focused row stays, or the
 * keyboard would lose its position; going back in the browser's history restores it.
 */
export function useVirtualRows({ body, count, keyOf, entry, start }: VirtualRows) {
  const [saved] = useState(() => restoreScroll(entry))
  const focusedRef = useRef<number | null>(null)
  const scrollMargin = useTop(body)
  const rangeExtractor = useCallback((range: Range) => withFocused(range, focusedRef.current), [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler here memoizes its result
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PIXELS,
    overscan: ROWS_AROUND,
    scrollMargin,
    scrollPaddingStart: COVERED_PIXELS,
    scrollPaddingEnd: ROW_PIXELS,
    getItemKey: keyOf,
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

/** An element's distance from the top of the page. The content above it can grow and shrink. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(ABOVE_PIXELS)
  useLayoutEffect(() => {
    const measure = () => {
      const found = element.current?.getBoundingClientRect().top
      if (found !== undefined) setTop(Math.round(found + window.scrollY))
    }
    // It also runs once at the beginning, when the browser has done the layout anyway.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** The position in a list at navigation. */
type ListScroll = {
  /** The list's first cursor; empty for its first page. */
  start: string
  /** In pixels from the top of the page. */
  offset: number
  heights: VirtualItem[]
}

const POSITIONS_MAX = 50
const positions = new Map<string, ListScroll>()

/** By entry of the browser's history, so that going back restores each position. */
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

const PAGE_STEP = 10
/** How many frames a row may take to be rendered. */
const FRAMES_MAX = 30

type RowKeys = Pick<VirtualRows, 'body' | 'count'> & {
  focusedRef: RefObject<number | null>
  scrollToRow: (index: number) => void
}

/** Arrows, Page Up and Down, Home and End go from row to row, whether or not the next one is rendered. */
export function useRowKeys({ body, count, focusedRef, scrollToRow }: RowKeys) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const index = rowOf(event.target)
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

/** The index of the row that contains an element. */
export function rowOf(target: EventTarget): number | null {
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
