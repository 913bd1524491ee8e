import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import {
  warning,
  type CallDescription,
  type DescribedCall,
  type Described,
} from '#protocol/display/call-description.ts'
import type { Severity } from '#protocol/display/warning-severity.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { addressField, amountField, hexField, tokenAt } from './call-fields.ts'
import { describeSend } from './send.ts'

/** Reads calldata whose first four bytes are `selector` (0x-hex). Returns undefined if the call is unknown. */
export type ReadCalldata = (calldata: Uint8Array, selector: string) => Described | undefined

/** A call's description if `read` knows its calldata. Adds the parts that all calls have in common. */
export function describeWith(call: DescribedCall, read: ReadCalldata): CallDescription {
  const calldata = bytesFromHex(call.data)
  const value = BigInt(call.value)
  const sent = describeSend('native-transfer', ZERO_ADDRESS, value.toString(), call.toAddress, call)
  const described =
    calldata.length === 0
      ? sent
      : (read(calldata, hexFromBytes(calldata.subarray(0, 4))) ?? describeUnread(call, calldata))
  if (calldata.length > 0 && value > 0n) {
    described.effects.push(...sent.effects)
    described.fields.push(amountField('value', value.toString(), tokenAt(ZERO_ADDRESS, call)))
    described.warnings.push('value-with-call')
  }
  const warnings = described.warnings.map(warning)
  return { ...described, chainId: call.chainId, warnings, severity: worst(warnings) }
}

function describeUnread(call: DescribedCall, calldata: Uint8Array): Described {
  return {
    kind: 'unknown',
    effects: [{ does: 'unread', contract: call.toAddress }],
    fields: [
      addressField('contract', call.toAddress, call),
      hexField('selector', calldata.subarray(0, 4)),
      hexField('data', calldata),
    ],
    warnings: ['unknown-call'],
  }
}

/** The highest severity among several. */
export function worst(of: readonly { severity: Severity }[]): Severity {
  return (['danger', 'caution'] as const).find((one) => of.some(({ severity }) => severity === one)) ?? 'none'
}
