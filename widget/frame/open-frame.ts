import type { Frame } from '#widget/files.ts'
import { enter } from './enter.ts'
import { explain } from './explain.ts'

/** The entry of the file for framed pages, and for a closer look at what went wrong. */
export default function openFrame(): Frame {
  return { enter, explain }
}
