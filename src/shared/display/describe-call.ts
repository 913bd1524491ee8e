import { bytesFromHex, hexFromBytes } from '#shared/signing/hex.ts'
import { decodeExecuteBatch } from '#shared/signing/wallet-batch.ts'
import { decodeArguments } from '#shared/signing/abi-decode.ts'
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

/** A batch may hold a batch; deeper ones are nobody's intention and are shown as bytes. */
const DEPTH_MAX = 2

const SET_BACKUP = '0xb7dacbf1'
const CANCEL_RECOVERY = '0x0ba234d6'
const EXECUTE_BATCH = '0x34fcd5be'

/**
 * What a call means, read from its bytes alone. A call counts as known only if encoding what was read gives the same
 * bytes; anything else is `unknown` with all its bytes, and a screen must treat it as dangerous. Codes, not
 * sentences: each screen has its own language. Throws `HexError` or `RangeError` for data or an address that is none.
 */
export function describeCall(call: DescribedCall): CallDescription {
  return describeAt(call, 1)
}

function describeAt(call: DescribedCall, depth: number): CallDescription {
  const calldata = bytesFromHex(call.data)
  const value = BigInt(call.value)
  const described =
    calldata.length === 0 ? describeTransfer(call, value) : describeData(call, calldata, depth)
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

function describeData(call: DescribedCall, calldata: Uint8Array, depth: number): Described {
  const selector = hexFromBytes(calldata.subarray(0, 4))
  const described = sameAddress(call.toAddress, call.walletAddress)
    ? describeWalletCall(call, calldata, selector, depth)
    : describeTokenCall(call, calldata, selector)
  return described ?? describeUnknown(call, calldata)
}

/** Calls of the wallet to itself: the only way to change what it is. */
function describeWalletCall(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
  depth: number,
): Described | undefined {
  if (selector === SET_BACKUP) {
    const [backup] = decodeArguments(['address'], calldata.subarray(4)) ?? []
    if (backup === undefined) return undefined
    const removes = sameAddress(backup, ZERO_ADDRESS)
    return {
      kind: 'wallet-set-backup',
      fields: [addressField('backup', backup, call)],
      warnings: [removes ? 'removes-backup' : 'sets-backup'],
    }
  }
  if (selector === CANCEL_RECOVERY && calldata.length === 4) {
    return { kind: 'wallet-cancel-recovery', fields: [], warnings: [] }
  }
  return selector === EXECUTE_BATCH && depth <= DEPTH_MAX ? describeBatch(call, calldata, depth) : undefined
}

function describeBatch(call: DescribedCall, calldata: Uint8Array, depth: number): Described | undefined {
  const batch = decodeExecuteBatch(calldata)
  if (batch === undefined) return undefined
  const calls = batch.map(({ to, value, data }) =>
    describeAt({ ...call, toAddress: to, value, data }, depth + 1),
  )
  return { kind: 'wallet-batch', fields: [{ label: 'calls', value: { kind: 'calls', calls } }], warnings: [] }
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
