/**
 * `latchkey/frame`: the element for a page around a framed wallet, without the wallet. Importing it has no
 * side effects, on a server too. `defineLatchkeyFrame()` or `latchkey/define-frame` registers the element.
 */
export { LatchkeyFrameElement } from './host-element.ts'
export { defineLatchkeyFrame, LATCHKEY_FRAME_TAG } from './define-latchkey-frame.ts'
export type { LatchkeyEventMap } from '#widget/events.ts'
export type { WidgetCall } from '#protocol/widget-call.ts'
