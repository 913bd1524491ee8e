import type { Calls } from '#widget/files.ts'
import { callOf, functionOf } from './call-of.ts'
import { callPlan } from './call-plan.ts'
import { callWords } from './call-words.ts'
import { drawCall } from './draw-call.ts'
import { loadKnown } from './known-tokens.ts'
import { readCall } from './read-call.ts'
import { readDescriptors } from './read-descriptors.ts'

/** The entry of the file for further calls. */
export default function openCalls(): Calls {
  return {
    planOf: (call, descriptors) => callPlan(readCall(call), readDescriptors(descriptors)),
    read(given) {
      const around = { isBytes: false, descriptors: readDescriptors(given) }
      return async (context, wallet, { toAddress, data }) => {
        const known = await loadKnown(context, wallet.address, { token: toAddress }, around)
        return { ...known, functionSignature: functionOf(data) }
      }
    },
    callOf,
    draw: drawCall,
    words: callWords,
  }
}
