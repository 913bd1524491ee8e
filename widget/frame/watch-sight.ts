/** Minimum time in view before a button may open a passkey prompt, in milliseconds. */
export const IN_SIGHT_MS = 500
/** Minimum visible share of a button. At a fractional pixel position, a button is never entirely visible. */
const WHOLE = 0.98

/**
 * Watches whether a card is in view and one of its elements is entirely in view, and since when. Browsers
 * with IntersectionObserver v2 (Chromium) also report covering elements. Others report only cut-off parts.
 * Source: W3C Intersection Observer v2.
 */
export function watchSight(
  card: Element,
  changed: () => void,
): {
  isSeen: () => boolean
  isSettled: () => boolean
  follow(element: Element | null): void
  look: () => void
} {
  const since = new Map<Element, number>()
  let followed: Element | null = null
  const options = { threshold: [0, WHOLE], delay: 100, trackVisibility: true }
  const observer = new IntersectionObserver(note, options)
  observer.observe(card)

  function note(entries: IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const { target } = entry
      const isWhole = target === card || entry.intersectionRatio >= WHOLE
      // Only browsers with v2 report that an element is not visible.
      const isUncovered = !('isVisible' in entry) || entry.isVisible === true
      const isSeen = entry.isIntersecting && isWhole && isUncovered
      if (!isSeen) since.delete(target)
      else if (!since.has(target)) since.set(target, performance.now())
    }
    changed()
  }

  const times = () => [since.get(card), followed === null ? undefined : since.get(followed)]
  return {
    /** Whether the card and the followed element are in view now. */
    isSeen: () => times().every((ms) => ms !== undefined),
    /** Whether the card and the followed element have been in view for long enough. */
    isSettled: () => times().every((ms) => ms !== undefined && performance.now() - ms >= IN_SIGHT_MS),
    /** Sets the element that must be entirely in view. */
    follow(element: Element | null): void {
      if (followed !== null) {
        observer.unobserve(followed)
        since.delete(followed)
      }
      followed = element
      if (element !== null) observer.observe(element)
    },
    /** Processes the browser's pending entries immediately. */
    look: () => note(observer.takeRecords()),
  }
}
