import type { GuestLink } from './connect-guest.ts'
import { GUEST_EVENTS } from './protocol.ts'

/** A guest's settings come from here, and its events go here. */
export type GuestSource = {
  attributes: () => Record<string, string | null>
  call: () => unknown
  token: () => Promise<string>
  tell: (name: string, detail: unknown) => void
  height: (height: number) => void
}

/** No card is taller: larger values are ignored. */
const HEIGHT_MAX = 20_000

export function sendSettings(link: GuestLink, source: GuestSource): void {
  link.send({ kind: 'settings', attributes: source.attributes(), call: source.call() })
}

/** Answers one message of a guest. Unknown kinds are ignored. */
export function serveGuest(link: GuestLink, source: GuestSource, message: Record<string, unknown>): void {
  const { kind, name, detail, height, request } = message
  if (kind === 'event' && typeof name === 'string' && GUEST_EVENTS.includes(name)) source.tell(name, detail)
  if (kind === 'height' && typeof height === 'number' && height > 0 && height <= HEIGHT_MAX) {
    source.height(Math.ceil(height))
  }
  if (kind === 'token-wanted' && typeof request === 'number') {
    void source.token().then(
      (token) => link.send({ kind: 'token', request, token }),
      () => link.send({ kind: 'token', request, token: null }),
    )
  }
}
