/** Ends the address of a window that a framed element has opened for itself. */
export const WINDOW_HASH = '#latchkey-window'

/** Whether this page stands in a frame. */
export function isFramed(): boolean {
  return globalThis.self !== globalThis.top
}

/** Whether this page is a window that a framed element has opened for itself. */
export function isOpenedWindow(): boolean {
  return location.hash === WINDOW_HASH
}
