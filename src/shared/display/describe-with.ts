import { bytesFromHex, hexFromBytes } from '#shared/signing/hex.ts'
import { sameAddress, ZERO_ADDRESS } from './address.ts'
import {
  warning,
  type CallDescription,
  type CallKind,
  type DescribedCall,
  type Field,
  type KnownToken,
  type Severity,
  type WarningCode,
} from './call-description.ts'
import { addressField, amountField, hexField } from './call-fields.ts'
import { recipientWarnings } from './call-warnings.ts'

/** The chain's own coin, unless `tokens` names it under the zero address. */
const NATIVE_COIN: KnownToken = { address: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, name: 'Ether' }

/** A part of a description, before the warnings that concern every call. */
export type Described = { kind: CallKind; fields: Field[]; warnings: WarningCode[] }

/** Reads calldata whose first four bytes are `selector` (0x-hex), or answers `undefined`: then it is unknown. */
export type ReadCalldata = (calldata: Uint8Array, selector: string) => Described | undefined

/** What a call means when `read` knows its calldata; what every call has in common is added here. */
export function describeWith(call: DescribedCall, read: ReadCalldata): CallDescription {
  const calldata = bytesFromHex(call.data)
  const value = BigInt(call.value)
  const described =
    calldata.length === 0
      ? describeTransfer(call, value)
      : (read(calldata, hexFromBytes(calldata.subarray(0, 4))) ?? describeUnknown(call, calldata))
  const fields = [...described.fields]
  const codes = [...described.warnings]
  if (calldata.length > 0 && value > 0n) {
    fields.push(amountField('value', value.toString(), nativeCoin(call)))
    codes.push('value-with-call')
  }
  const warnings = [...new Set(codes)].map(warning)
  return {
    kind: described.kind,
    chainId: call.chainId,
    fields,
    warnings,
    severity: severityOf(warnings, fields),
  }
}

function describeTransfer(call: DescribedCall, value: bigint): Described {
  return {
    kind: 'native-transfer',
    fields: [
      amountField('amount', value.toString(), nativeCoin(call)),
      addressField('to', call.toAddress, call),
    ],
    warnings: recipientWarnings(call.toAddress, call.walletAddress, call),
  }
}

function describeUnknown(call: DescribedCall, calldata: Uint8Array): Described {
  return {
    kind: 'unknown',
    fields: [
      addressField('contract', call.toAddress, call),
      hexField('selector', calldata.subarray(0, 4)),
      hexField('data', calldata),
    ],
    warnings: ['unknown-call'],
  }
}

function nativeCoin(call: DescribedCall): KnownToken {
  return call.tokens.find((token) => sameAddress(token.address, ZERO_ADDRESS)) ?? NATIVE_COIN
}

function severityOf(warnings: CallDescription['warnings'], fields: CallDescription['fields']): Severity {
  const all: Severity[] = warnings.map(({ severity }) => severity)
  for (const { value } of fields)
    if (value.kind === 'calls') all.push(...value.calls.map(({ severity }) => severity))
  if (all.includes('danger')) return 'danger'
  return all.includes('caution') ? 'caution' : 'none'
}
