/**
 * Delay in milliseconds before the focus is moved. Pages that move the focus themselves, such as to their
 * title, come first.
 */
const SETTLE_MS = 100
const CONTROLS =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [type="hidden"])'

/**
 * Moves the focus when the focused element disappears, such as the row whose button was pressed. Browsers
 * then focus the body, where screen readers start again. This moves the focus to the nearest remaining
 * control, or to the page's title. A control that was only disabled for a while, such as during the passkey
 * prompt, gets the focus back.
 */
export function keepFocus(): void {
  let places: Element[] = []
  let timer: number | undefined
  let waiting: { busy: Element; meanwhile: HTMLElement } | undefined
  const settle = () => {
    timer = undefined
    const [lost] = places
    const nearest = isGone(document.activeElement) ? findNearest(places) : undefined
    if (lost === undefined || nearest === undefined) return
    waiting = lost.checkVisibility() ? { busy: lost, meanwhile: nearest } : undefined
    nearest.focus({ preventScroll: true })
  }
  const change = () => {
    const [lost] = places
    if (lost !== undefined && isGone(lost) && isGone(document.activeElement))
      timer ??= window.setTimeout(settle, SETTLE_MS)
    const { busy, meanwhile } = waiting ?? {}
    if (!(busy instanceof HTMLElement) || busy.matches(':disabled')) return
    waiting = undefined
    if (document.activeElement === meanwhile) busy.focus()
  }
  document.addEventListener('focusin', ({ target }) => {
    places = target instanceof Element ? placesAround(target) : []
  })
  // A click outside every control does not move the focus.
  document.addEventListener('pointerdown', () => (places = []))
  const attributeFilter = ['disabled', 'hidden']
  new MutationObserver(change).observe(document.body, { childList: true, subtree: true, attributeFilter })
}

/** Whether an element lost the focus for good. If the Tab key left the page, its control still exists. */
function isGone(element: Element | null): boolean {
  return element === null || element.matches('body, :disabled') || !element.checkVisibility()
}

/** A control and the elements around it, from the inside to the outside. */
function placesAround(control: Element): Element[] {
  const places: Element[] = []
  let element: Element | null = control
  for (; element !== null && !element.matches('main, body'); element = element.parentElement)
    for (const place of [element, element.nextElementSibling, element.previousElementSibling])
      if (place !== null) places.push(place)
  return places
}

function findNearest(places: readonly Element[]): HTMLElement | undefined {
  const inside = places.flatMap((place) => [place, ...place.querySelectorAll(CONTROLS)])
  const title = document.querySelectorAll('h1[tabindex]')
  const controls = [...inside, ...title, ...document.querySelectorAll('main[tabindex]')]
  return controls
    .filter((control) => control instanceof HTMLElement)
    .find((control) => control.matches(CONTROLS) && control.checkVisibility())
}
