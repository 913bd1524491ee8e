import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { restoreScroll, saveScroll } from './list-scroll.ts'

const ROW_PIXELS = 61
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
