import type { Descriptor } from '#shared/descriptors/read-descriptor.ts'
import { tellCall } from '#shared/descriptors/tell-call.ts'
import type { CallDescription, DescribedCall, Severity } from '#shared/display/call-description.ts'
import { callsIn } from '#shared/display/calls-in.ts'
import { describeCall } from '#shared/display/describe-call.ts'
import { isTokenSelector } from '#shared/display/describe-token-call.ts'
import { sameAddress } from '#shared/display/address.ts'
import { bytesFromHex } from '#shared/signing/hex.ts'
import { decodeExecuteBatch } from '#shared/signing/wallet-batch.ts'

/**
 * What a call means, with the page's words for what nobody here can read, in a batch too. What is known here stays as
 * it is: no page describes a call of a token's standard, or of the wallet to itself.
 */
export function describeTold(descriptors: readonly Descriptor[], call: DescribedCall): CallDescription {
  return withTold(descriptors, call, describeCall(call))
}

function withTold(
  descriptors: readonly Descriptor[],
  call: DescribedCall,
  description: CallDescription,
): CallDescription {
  if (descriptors.length === 0) return description
  if (description.kind === 'unknown') return tellUnknown(descriptors, call, description)
  const inner = callsIn(description)
  const batch = inner.length === 0 ? undefined : decodeExecuteBatch(bytesFromHex(call.data))
  if (batch === undefined) return description
  const calls = inner.map((one, index) => {
    const { to = '', value = 0n, data = '0x' } = batch[index] ?? {}
    return withTold(descriptors, { ...call, toAddress: to, value, data }, one)
  })
  const others = description.fields.filter(({ label }) => label !== 'calls')
  const severities = [...calls, ...description.warnings].map(({ severity }) => severity)
  return {
    ...description,
    fields: [...others, { label: 'calls', value: { kind: 'calls', calls } }],
    severity: highest(severities),
  }
}

function tellUnknown(
  descriptors: readonly Descriptor[],
  call: DescribedCall,
  description: CallDescription,
): CallDescription {
  const isOwn = sameAddress(call.toAddress, call.walletAddress) || isTokenSelector(call.data)
  const told = isOwn ? undefined : tellCall(descriptors, call)
  if (told === undefined) return description
  const warnings = description.warnings.filter(({ code }) => code !== 'unknown-call')
  // The page's words are never as good as reading it here.
  return { ...description, warnings, severity: 'caution', told }
}

function highest(severities: readonly Severity[]): Severity {
  if (severities.includes('danger')) return 'danger'
  return severities.includes('caution') ? 'caution' : 'none'
}
