import { DescriptorError } from '#protocol/descriptors/json.ts'
import { readDescriptor, type Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { WidgetError } from '#widget/errors.ts'
import type { Calls } from '#widget/files.ts'
import { callOf, functionOf } from './call-of.ts'
import { callPlan } from './call-plan.ts'
import { callWords } from './call-words.ts'
import { drawCall } from './draw-call.ts'
import { loadKnown } from './known-tokens.ts'
import { readCall } from './read-call.ts'

const DESCRIPTORS_MAX = 50

/** The entry of the file for further calls. */
export default function openCalls(): Calls {
  return {
    planOf: (call, descriptors) => callPlan(readCall(call), readDescriptors(descriptors)),
    read(given) {
      const around = { isBytes: false, descriptors: readDescriptors(given) }
      return async (context, wallet, { toAddress, data }) => {
        const called = { token: toAddress, data: `0x${data.slice(2)}` } as const
        const known = await loadKnown(context, wallet.address, called, around)
        return { ...known, functionSignature: functionOf(data) }
      }
    },
    callOf,
    draw: drawCall,
    words: callWords,
  }
}

/**
 * A page's descriptors of its own contracts, in the form of ERC-7730; empty without any.
 *
 * @throws WidgetError `CONFIGURATION`; `detail` is the path to the fault
 */
function readDescriptors(given: unknown): Descriptor[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given) || given.length > DESCRIPTORS_MAX) {
    throw new WidgetError('CONFIGURATION', {
      detail: `descriptors must be an array of at most ${DESCRIPTORS_MAX}`,
    })
  }
  return given.map((descriptor: unknown, index) => {
    try {
      return readDescriptor(descriptor)
    } catch (cause) {
      if (!(cause instanceof DescriptorError)) throw cause
      throw new WidgetError('CONFIGURATION', { detail: `descriptors.${index}: ${cause.message}`, cause })
    }
  })
}
