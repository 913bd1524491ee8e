import { defineLatchkeyFrame } from './define-latchkey-frame.ts'

/** The entry of the embedding page's file: importing it defines `<latchkey-frame>`. */
defineLatchkeyFrame()
