import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { functionOf } from './call-of.ts'
import type { Kit } from './kit.ts'
import { loadKnown } from './known-tokens.ts'
import type { CallReader } from '#widget/flows/send-context.ts'

/** Reads a call that was handed in before, with what the page says of it. */
export function readFoundCall(kit: Kit, descriptors: readonly Descriptor[]): CallReader {
  return async (context, wallet, { toAddress, data }) => {
    const known = await loadKnown(
      kit,
      context,
      wallet.address,
      { token: toAddress, data: `0x${data.slice(2)}` },
      { isBytes: false, descriptors },
    )
    return { ...known, functionSignature: functionOf(data) }
  }
}
