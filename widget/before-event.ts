import { withDeadline } from './deadline.ts'
import { LatchkeyEvent } from './latchkey-event.ts'

/** Maximum time for a page's checks, in milliseconds. After it, the prompt does not open. */
const CHECKS_MS_MAX = 60_000

/**
 * A passkey prompt is about to open. The page can stop it immediately with `preventDefault()`, or after a
 * check passed to `waitUntil()`.
 *
 * @example
 * wallet.addEventListener('latchkey-before-sign', (event) => {
 *   event.waitUntil(
 *     fetch(`/orders/check?digest=${event.detail.digest}`).then((response) => {
 *       if (!response.ok) event.preventDefault()
 *     }),
 *   )
 * })
 */
export class LatchkeyBeforeEvent<Detail> extends LatchkeyEvent<Detail> {
  #checks: PromiseLike<unknown>[] = []
  #isDecided = false

  constructor(name: string, detail: Detail) {
    super(name, detail, true)
  }

  /**
   * Keeps the prompt closed until `check` resolves, for at most a minute. A check that rejects or takes
   * longer stops the prompt. So does `preventDefault()` while a check runs.
   *
   * @throws DOMException `InvalidStateError` if the prompt was already opened or stopped, for example after
   * an `await`
   */
  waitUntil(check: PromiseLike<unknown>): void {
    if (this.#isDecided) throw new DOMException(tooLate(this.type, 'waitUntil()'), 'InvalidStateError')
    this.#checks.push(check)
  }

  /** Stops the prompt. After the prompt has opened, this only logs an error to the console. */
  override preventDefault(): void {
    if (this.#isDecided) {
      // oxlint-disable-next-line no-console -- for the page's developers, whose check came too late
      console.error('[latchkey]', tooLate(this.type, 'preventDefault()'))
      return
    }
    super.preventDefault()
  }

  /**
   * Dispatches an event and waits for the checks of its listeners. Returns whether the prompt may open.
   *
   * @throws the signal's reason if the page or the person leaves meanwhile
   */
  static async ask<Detail>(
    event: LatchkeyBeforeEvent<Detail>,
    dispatch: (event: Event) => boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    dispatch(event)
    try {
      await withDeadline(signal, CHECKS_MS_MAX, async () => {
        // A check may add further checks. After one stops the prompt, the others are not awaited.
        for (const check of event.#checks) {
          if (event.defaultPrevented) return
          await check
        }
      })
    } catch (cause) {
      signal.throwIfAborted()
      event.preventDefault()
      // oxlint-disable-next-line no-console -- for the page's developers: the person reads that this page stopped it
      console.error('[latchkey]', `a check of ${event.type} failed, so the prompt did not open`, cause)
    }
    event.#isDecided = true
    return !event.defaultPrevented
  }
}

function tooLate(type: string, method: string): string {
  return (
    `${method} of ${type} came too late and stopped nothing. Call it before the listener returns, ` +
    'or pass the promise of a check to event.waitUntil() there.'
  )
}
