import { DescriptorError } from '#protocol/descriptors/json.ts'
import { readDescriptor, type Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { WidgetError } from '#widget/errors.ts'

const DESCRIPTORS_MAX = 50

/**
 * A page's descriptors of its own contracts, in the form of ERC-7730; empty without any.
 *
 * @throws WidgetError `CONFIGURATION`; `detail` is the path to the fault
 */
export function readDescriptors(given: unknown): Descriptor[] {
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
