import { DescriptorError } from '#protocol/descriptors/json.ts'
import { readDescriptor, type Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { WidgetError } from '#widget/errors.ts'
import type { CallReader, SendPlan } from '#widget/flows/send-parts.ts'
import { callPlan } from './call-plan.ts'
import { loadKnown } from './known-tokens.ts'
import { readCall } from './read-call.ts'
import { nameFunction } from './to-widget-call.ts'

/* The parts of signing a page's call that need no screen. The headless core contains only these. */

const DESCRIPTORS_MAX = 50

/** Plans the signature of a page's call. Validates both arguments. @throws WidgetError `CONFIGURATION` */
export function planCall(call: unknown, descriptors: unknown): SendPlan {
  return callPlan(readCall(call), readDescriptors(descriptors))
}

/** Decodes a call that was submitted before. @throws WidgetError `CONFIGURATION` */
export function callReader(descriptors: unknown): CallReader {
  const around = { isBytes: false, descriptors: readDescriptors(descriptors) }
  return async (context, wallet, { toAddress, data }) => {
    const called = { token: toAddress, data: `0x${data.slice(2)}` } as const
    const known = await loadKnown(context, wallet.address, called, around)
    return { ...known, functionSignature: nameFunction(data) }
  }
}

/**
 * Parses a page's ERC-7730 descriptors of its own contracts. Empty if there are none.
 *
 * @throws WidgetError `CONFIGURATION`, with the path to the fault in `detail`
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
