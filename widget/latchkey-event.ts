import { printable } from './printable.ts'

/** An event that bubbles out of the element. */
export class LatchkeyEvent<Detail> extends CustomEvent<Detail> {
  constructor(name: string, detail: Detail, cancelable = false) {
    super(`latchkey-${name}`, { bubbles: true, composed: true, cancelable, detail: printable(detail) })
  }
}
