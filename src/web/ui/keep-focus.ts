/** Pages that focus something themselves, such as their title, come first. */
const SETTLE_MS = 100
const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]'

type Step = { element: Element; neighbours: (Element | null)[] }

/**
 * What has the focus may go away, such as the row whose button was pressed: browsers leave it to the body then, where
 * screen readers begin again. This moves it to the nearest control of what is left, or to the page's title. A control that
 * was only disabled for a while, such as during the passkey prompt, gets it back.
 */
export function keepFocus(): void {
  let path: Step[] = []
  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : []
  })
  // Who clicks next to everything wants no focus.
  document.addEventListener('pointerdown', () => (path = []))
  let timer: number | undefined
  let waiting: { busy: Element; meanwhile: HTMLElement } | undefined
  const settle = () => {
    timer = undefined
    const nearest = isGone(document.activeElement) ? findNearest(path) : undefined
    const lost = path[0]?.element
    if (lost === undefined || nearest === undefined) return
    waiting = lost.checkVisibility() ? { busy: lost, meanwhile: nearest } : undefined
    nearest.focus({ preventScroll: true })
  }
  const change = () => {
    const isLost = path[0] !== undefined && isGone(path[0].element) && isGone(document.activeElement)
    if (isLost) timer ??= window.setTimeout(settle, SETTLE_MS)
    const { busy, meanwhile } = waiting ?? {}
    if (!(busy instanceof HTMLElement) || busy.matches(':disabled')) return
    waiting = undefined
    if (document.activeElement === meanwhile) busy.focus()
  }
  const attributeFilter = ['disabled', 'hidden']
  new MutationObserver(change).observe(document.body, { childList: true, subtree: true, attributeFilter })
}

/** Who leaves a page by the Tab key leaves behind a control that is still there. */
function isGone(element: Element | null): boolean {
  return (
    element === null ||
    element === document.body ||
    !element.checkVisibility() ||
    element.matches(':disabled')
  )
}

function pathOf(target: Element): Step[] {
  const path: Step[] = []
  for (let element: Element | null = target; element !== null; element = element.parentElement)
    path.push({ element, neighbours: [element.nextElementSibling, element.previousElementSibling] })
  return path
}

/** From what stood next to it outwards; beyond a page's content its title. */
function findNearest(path: readonly Step[]): HTMLElement | undefined {
  const isLeft = (element: Element | null) => element?.checkVisibility() === true
  const home = path.findIndex(({ element }) => isLeft(element) && element.matches(':not(:disabled)'))
  for (const [index, { element }] of path.entries()) {
    if (index < home) continue
    if (element.matches('main, body')) break
    const places = [...(path[index - 1]?.neighbours ?? []), element]
    const controls = places.flatMap((place) => (place !== null && isLeft(place) ? controlsOf(place) : []))
    if (controls[0] !== undefined) return controls[0]
  }
  const [title] = [...document.querySelectorAll<HTMLElement>('h1[tabindex]')].filter(isLeft)
  return title ?? document.querySelector<HTMLElement>('main[tabindex]') ?? undefined
}

function controlsOf(place: Element): HTMLElement[] {
  return [place, ...place.querySelectorAll(CONTROLS)].flatMap((element) =>
    element instanceof HTMLElement && element.matches(CONTROLS) && element.checkVisibility() ? [element] : [],
  )
}
