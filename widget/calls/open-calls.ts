import type { Calls } from '#widget/files.ts'
import { callWords } from './call-words.ts'
import { drawCall } from './draw-call.ts'
import { callReader, planCall } from './plan-call.ts'
import { toWidgetCall } from './to-widget-call.ts'

/** Entry of the file for calls other than token transfers. */
export default function openCalls(): Calls {
  return { planCall, read: callReader, again: toWidgetCall, draw: drawCall, words: callWords }
}
