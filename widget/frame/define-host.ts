import { LatchkeyFrameElement } from './host-element.ts'

/** The entry of the embedding page's file: importing it defines `<latchkey-frame>`, once. */
if (typeof customElements !== 'undefined' && customElements.get('latchkey-frame') === undefined) {
  customElements.define('latchkey-frame', LatchkeyFrameElement)
}
