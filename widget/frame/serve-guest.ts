import { printable } from '#widget/printable.ts'
import type { GuestLink } from './connect-guest.ts'
import { GUEST_EVENTS, HOST_ATTRIBUTES, type Given } from './protocol.ts'

/** Source of a guest's attributes, call, message and tokens. The element dispatches the guest's events. */
export type GuestSource = {
  element: Pick<HTMLElement, 'getAttribute' | 'dispatchEvent'>
  given: () => Given
  token: () => Promise<string>
  height?: (height: number) => void
}

/** Maximum height of a card, in CSS pixels. Larger values are ignored. */
const HEIGHT_MAX = 20_000

export function sendSettings(link: GuestLink, { element, given }: GuestSource): void {
  const attributes = HOST_ATTRIBUTES.map((name) => [name, element.getAttribute(name)] as const)
  link.send({ kind: 'settings', attributes: Object.fromEntries(attributes), ...given() })
}

export function emit({ element }: Pick<GuestSource, 'element'>, name: string, detail: unknown): void {
  const event = new CustomEvent(name, { detail: printable(detail), bubbles: true, composed: true })
  if (GUEST_EVENTS.get(name) === 'before') refuseToStop(event)
  element.dispatchEvent(event)
}

/**
 * Logs an error if a listener on the outer page tries to stop a prompt. Only the frame's own page can stop
 * it.
 */
function refuseToStop(event: Event): void {
  const refuse = (): void => {
    // oxlint-disable-next-line no-console -- for the page's developers: the prompt opens all the same
    console.error(
      '[latchkey]',
      `${event.type} can be stopped by the page in the frame alone; nothing was stopped here`,
    )
  }
  Object.assign(event, { preventDefault: refuse, waitUntil: refuse })
}

/** Handles one message of a guest. Unknown kinds are ignored. */
export function serveGuest(link: GuestLink, source: GuestSource, message: Record<string, unknown>): void {
  const { kind, name, detail, height, request } = message
  if (kind === 'event' && typeof name === 'string' && GUEST_EVENTS.has(name)) emit(source, name, detail)
  if (kind === 'height' && typeof height === 'number' && height > 0 && height <= HEIGHT_MAX) {
    source.height?.(Math.ceil(height))
  }
  if (kind === 'token-wanted' && typeof request === 'number') {
    void source.token().then(
      (token) => link.send({ kind: 'token', request, token }),
      () => link.send({ kind: 'token', request, token: null }),
    )
  }
}
