import { useCallback, type KeyboardEvent, type RefObject } from 'react'

const PAGE_STEP = 10
/** How many frames a row may take to be rendered. */
const FRAMES_MAX = 30

type RowKeys = {
  body: RefObject<HTMLElement | null>
  count: number
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
  const clamp = (wanted: number) => Math.min(Math.max(wanted, 0), count - 1)
  switch (key) {
    case 'ArrowDown':
      return clamp(index + 1)
    case 'ArrowUp':
      return clamp(index - 1)
    case 'PageDown':
      return clamp(index + PAGE_STEP)
    case 'PageUp':
      return clamp(index - PAGE_STEP)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
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
