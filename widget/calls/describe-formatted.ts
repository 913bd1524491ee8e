import { formatCall } from '#protocol/descriptors/format-fields.ts'
import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'

/**
 * Describes a call. Adds the page's description of calls that the widget cannot decode, including calls in a batch.
 * Decoded fields, warnings and severity do not change. A page cannot describe the wallet, or a token that the
 * organization lists or the wallet holds.
 */
export function describeFormatted(descriptors: readonly Descriptor[], call: DescribedCall): CallDescription {
  return withFormatted(descriptors, call, describeCall(call))
}

function withFormatted(
  descriptors: readonly Descriptor[],
  call: DescribedCall,
  description: CallDescription,
): CallDescription {
  const { walletAddress, tokens, held = [] } = call
  if (description.kind === 'unknown') {
    const known = [walletAddress, ...[...tokens, ...held].map(({ address }) => address)]
    const formatted = known.some((address) => sameAddress(address, call.toAddress))
      ? undefined
      : formatCall(descriptors, call)
    return formatted === undefined ? description : { ...description, formatted }
  }
  const inner = callsIn(description)
  const batch = inner.length === 0 ? undefined : decodeExecuteBatch(bytesFromHex(call.data))
  if (batch === undefined) return description
  const calls = inner.map((one, index) => {
    const { to = '', value = 0n, data = '0x' } = batch[index] ?? {}
    return withFormatted(descriptors, { ...call, toAddress: to, value, data }, one)
  })
  return {
    ...description,
    fields: description.fields.map((field) =>
      field.label === 'calls' ? { label: 'calls', value: { kind: 'calls', calls } } : field,
    ),
  }
}
