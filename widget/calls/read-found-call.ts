import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { functionOf } from './call-of.ts'
import type { Kit } from './kit.ts'
import { loadKnown } from './known-tokens.ts'
import type { CallReader } from '#widget/flows/send-context.ts'

/** Decodes a call that was submitted before, with the page's descriptors. */
export function readFoundCall(kit: Kit, descriptors: readonly Descriptor[]): CallReader {
  return async (context, wallet, { toAddress, data }) => {
    const known = await loadKnown(
      kit,
      context,
      wallet.address,
      { token: toAddress },
      { isBytes: false, descriptors },
    )
    return { ...known, functionSignature: functionOf(data) }
  }
}
