import { bytesFromHex, hexFromBytes } from '#shared/signing/hex.ts'
import { sameAddress, ZERO_ADDRESS } from './address.ts'
import {
  warning,
  type CallDescription,
  type DescribedCall,
  type KnownToken,
  type Severity,
} from './call-description.ts'
import { addressField, amountField, hexField } from './call-fields.ts'
import { recipientWarnings } from './call-warnings.ts'
import { describeTokenCall, type Described } from './describe-token-call.ts'

/** The chain's own coin, unless `tokens` names it under the zero address. */
const NATIVE_COIN: KnownToken = { address: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, name: 'Ether' }

/** Reads a call of a wallet to itself, or answers `undefined`: then it is unknown. */
export type DescribeInward = (
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
  depth: number,
) => Described | undefined

/**
 * `describeCall` for a screen that never shows a call of the wallet to itself, and so needs no code to read one: such
 * a call is unknown here, with all its bytes, and dangerous. Everything else is exactly what `describeCall` says.
 */
export function describeOutwardCall(call: DescribedCall): CallDescription {
  return describeAt(call, 1, () => undefined)
}

/** A description at a depth of nested batches. */
export function describeAt(
  call: DescribedCall,
  depth: number,
  describeInward: DescribeInward,
): CallDescription {
  const calldata = bytesFromHex(call.data)
  const value = BigInt(call.value)
  const described =
    calldata.length === 0
      ? describeTransfer(call, value)
      : describeData(call, calldata, depth, describeInward)
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

function describeData(
  call: DescribedCall,
  calldata: Uint8Array,
  depth: number,
  describeInward: DescribeInward,
): Described {
  const selector = hexFromBytes(calldata.subarray(0, 4))
  const described = sameAddress(call.toAddress, call.walletAddress)
    ? describeInward(call, calldata, selector, depth)
    : describeTokenCall(call, calldata, selector)
  return described ?? describeUnknown(call, calldata)
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
