import { defineLatchkeyFrame } from './define-latchkey-frame.ts'

/** Entry of the embedding page's file. Importing it defines `<latchkey-frame>`. */
defineLatchkeyFrame()
