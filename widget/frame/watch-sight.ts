/** How long everything must have been in sight before a button that opens a passkey prompt does so. */
export const IN_SIGHT_MS = 500
/** A button at a fraction of a pixel is never quite all there. */
const WHOLE = 0.98

/**
 * Watches whether a card is in sight and one element of it is whole and in sight, and since when. Browsers with
 * IntersectionObserver v2 (Chromium) also report what covers it; others only what is cut off.
 * Source: W3C Intersection Observer v2.
 */
export function watchSight(card: Element, changed: () => void) {
  const since = new Map<Element, number>()
  let followed: Element | null = null
  const options = { threshold: [0, WHOLE], delay: 100, trackVisibility: true }
  const observer = new IntersectionObserver(note, options)
  observer.observe(card)

  function note(entries: IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const { target } = entry
      const isWhole = target === card || entry.intersectionRatio >= WHOLE
      // Only browsers with v2 report that something is not visible.
      const isUncovered = !('isVisible' in entry) || entry.isVisible === true
      const isSeen = entry.isIntersecting && isWhole && isUncovered
      if (!isSeen) since.delete(target)
      else if (!since.has(target)) since.set(target, performance.now())
    }
    changed()
  }

  const times = () => [since.get(card), followed === null ? undefined : since.get(followed)]
  return {
    /** Both are in sight now. */
    isSeen: () => times().every((ms) => ms !== undefined),
    /** Both have been for long enough. */
    isSettled: () => times().every((ms) => ms !== undefined && performance.now() - ms >= IN_SIGHT_MS),
    /** Another element is the one that must be seen whole. */
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
