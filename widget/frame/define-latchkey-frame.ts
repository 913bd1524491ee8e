import { LatchkeyFrameElement } from './host-element.ts'

/**
 * The element's name.
 *
 * @example
 * const frame = document.createElement(LATCHKEY_FRAME_TAG)
 */
export const LATCHKEY_FRAME_TAG = 'latchkey-frame'

/**
 * Registers `<latchkey-frame>` once per page. Does nothing on a server.
 *
 * @example
 * import { defineLatchkeyFrame } from 'latchkey/frame'
 *
 * defineLatchkeyFrame()
 */
export function defineLatchkeyFrame(): void {
  if (typeof customElements === 'undefined' || customElements.get(LATCHKEY_FRAME_TAG) !== undefined) return
  customElements.define(LATCHKEY_FRAME_TAG, LatchkeyFrameElement)
}
