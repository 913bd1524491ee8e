import { sameAddress } from '#protocol/display/address.ts'
import type { DescribedCall, FormattedCall } from '#protocol/display/call-description.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import type { AbiValue } from './abi-type.ts'
import { decodeValues } from './abi-values.ts'
import type { Descriptor } from './read-descriptor.ts'
import { formatFields } from './format-fields.ts'
import { LABEL_LENGTH_MAX } from './format-value.ts'

const SENTENCE_LENGTH_MAX = 120
/** More than a person reads: then the raw bytes are displayed, as for an unknown call. */
const ROWS_MAX = 300

/**
 * The descriptors' description of a call, or `undefined` without one or if its bytes do not match exactly.
 * Every argument is displayed: those without a field follow the others as they are.
 */
export function formatCall(
  descriptors: readonly Descriptor[],
  call: DescribedCall,
): FormattedCall | undefined {
  const calldata = bytesFromHex(call.data)
  if (calldata.length < 4) return undefined
  const selector = hexFromBytes(calldata.subarray(0, 4))
  for (const { owner, deployments, formats, isTrusted = false } of descriptors) {
    const format = formats.get(selector)
    const isHere = deployments.some(
      ({ chainId, address }) => chainId === call.chainId && sameAddress(address, call.toAddress),
    )
    if (!isHere || format === undefined) continue
    const members = format.params
    const types = members.map(({ type }) => type)
    const value: AbiValue | undefined = decodeValues(types, calldata.subarray(4))
    if (value === undefined) continue
    const fields = formatFields(format.fields, { type: { kind: 'tuple', members }, value }, call)
    if (fields.length > ROWS_MAX) continue
    return {
      owner: harmlessText(owner, LABEL_LENGTH_MAX).text,
      intent: harmlessText(format.intent, SENTENCE_LENGTH_MAX).text,
      fields,
      isTrusted,
    }
  }
  return undefined
}
