import { callOf } from './call-of.ts'
import { callPlan } from './call-plan.ts'
import { drawCall } from './draw-call.ts'
import type { Calls, Kit } from './kit.ts'
import { readFoundCall } from './read-found-call.ts'
import { readCall } from './read-call.ts'
import { readDescriptors } from './read-descriptors.ts'
import { callWords } from './call-words.ts'

/** The entry of the file for further calls. */
export default function openCalls(kit: Kit): Calls {
  return {
    planOf: (call, descriptors) => callPlan(kit, readCall(kit, call), readDescriptors(kit, descriptors)),
    read: (descriptors) => readFoundCall(kit, readDescriptors(kit, descriptors)),
    callOf,
    draw: drawCall,
    words: callWords,
  }
}
