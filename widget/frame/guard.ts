import { IN_SIGHT_MS, watchSight } from './watch-sight.ts'

/**
 * Delay before a covered card is reported, in milliseconds. Cards fade in, and browsers check only ten times
 * a second.
 */
const PATIENCE_MS = 1_500
/** Steps without a passkey prompt. Every other step is guarded, including future ones. */
const HARMLESS: ReadonlySet<string> = new Set([
  'loading',
  'working',
  'person',
  'code',
  'funding',
  'created',
  'wallet',
  'transfer',
  'progress',
  'retry',
  'stopped',
])

/**
 * Disables the main button of a framed element until the card and the whole button have been in view for half a
 * second. This protects against pages that cover or cut a frame (clickjacking). Calls `covered` when the card or the
 * button stays out of view, and when both are back.
 * Source: WebAuthn L3 13.4.9 (visibility considerations for embedded usage).
 */
export function guardSight(
  card: HTMLElement,
  covered: (isCovered: boolean) => void,
): { hold(held: boolean): void } {
  let button: HTMLButtonElement | null = null
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let complaint: ReturnType<typeof setTimeout> | undefined
  const sight = watchSight(card, update)

  const isReady = () => button === null || (!isHeld && sight.isSettled())

  function update(): void {
    clearTimeout(timer)
    const ready = isReady()
    button?.setAttribute('aria-disabled', String(!ready))
    if (button !== null && !sight.isSeen()) {
      complaint ??= setTimeout(() => covered(true), PATIENCE_MS)
      return
    }
    clearTimeout(complaint)
    complaint = undefined
    covered(false)
    if (!ready) timer = setTimeout(update, IN_SIGHT_MS)
  }

  function takeStep(): void {
    const isHarmless = HARMLESS.has(card.dataset['step'] ?? '')
    const found = isHarmless ? null : card.querySelector<HTMLButtonElement>('button[type=submit]')
    if (found === button) return
    button = found
    sight.follow(found)
    update()
  }

  function stop(event: Event): void {
    sight.look()
    const isOther = event.type === 'click' && event.target instanceof Node && !button?.contains(event.target)
    if (isOther || isReady()) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  card.addEventListener('click', stop, true)
  card.addEventListener('submit', stop, true)
  new MutationObserver(takeStep).observe(card, { childList: true, attributes: true })
  takeStep()
  return {
    /** Keeps the buttons disabled while `held`, even if they are in view. */
    hold(held: boolean): void {
      isHeld = held
      update()
    },
  }
}
