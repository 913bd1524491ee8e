import { callOf } from './call-of.ts'
import { callPlan } from './call-plan.ts'
import { drawCall } from './draw-call.ts'
import type { Calls, Kit } from './kit.ts'
import { readFoundCall } from './known-tokens.ts'
import { readCall } from './read-call.ts'
import { callWords } from './call-words.ts'

/** The entry of the file for further calls. */
export default function openCalls(kit: Kit): Calls {
  return {
    planOf: (call) => callPlan(kit, readCall(kit, call)),
    read: readFoundCall(kit),
    callOf,
    draw: drawCall,
    words: callWords,
  }
}
