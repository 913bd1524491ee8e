import { decodeErrorResult, isHex, toFunctionSelector, type AbiParameter, type Hex } from 'viem'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { demoCollectibleAbi } from '#protocol/abi/demo-collectible.ts'
import { demoMultiTokenAbi } from '#protocol/abi/demo-multi-token.ts'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import type { RpcError } from './rpc.ts'

const REASON_LENGTH_MAX = 300
const ERROR_STRING: Hex = '0x08c379a0'
const PANIC: Hex = '0x4e487b71'

/** What Solidity's panic codes mean. Source: Solidity documentation, "Panic via assert and Error via require". */
const PANICS: Record<string, string> = {
  '1': 'an assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'an invalid enum value',
  '34': 'a badly encoded byte array',
  '49': 'pop of an empty array',
  '50': 'an index out of bounds',
  '65': 'too much memory was allocated',
  '81': 'a call of an uninitialized function',
}

/** Sentences for what the wallet itself refuses. */
const SENTENCES: Record<string, string> = {
  Expired: 'the transaction has expired',
  DigestUsed: 'this transaction was executed or cancelled already',
  AssertionRejected: 'the wallet refused the passkey signature',
}

type ErrorItem = { type: 'error'; name: string; inputs: readonly AbiParameter[] }

/** By selector. The demo tokens carry the errors of ERC-6093, which most tokens of today share. */
const ERRORS = new Map<string, ErrorItem>(
  [
    ...demoCoinAbi,
    ...demoCollectibleAbi,
    ...demoMultiTokenAbi,
    ...passkeyWalletFactoryAbi,
    ...passkeyWalletAbi,
  ]
    .filter((item) => item.type === 'error')
    .map((item) => [toFunctionSelector(signatureOf(item)), item]),
)

/**
 * Why a call reverted, in words: `Error(string)`, panics, the errors of the wallet and of ERC-6093 tokens,
 * else the selector. The text may come from a hostile contract: it is cut and holds no control characters.
 */
export function revertReason(data: Hex | undefined): string {
  if (data === undefined || data === '0x') return 'the call reverted without a reason'
  return readable(reasonOf(data))
}

/**
 * The revert data in a node's refusal, `undefined` when the node refused for another reason than a revert.
 * Nodes disagree on the code and on where the data stands.
 */
export function revertData(error: RpcError): Hex | undefined {
  const { data } = error
  if (isHex(data)) return data
  if (typeof data === 'object' && data !== null && 'data' in data && isHex(data.data)) return data.data
  if (typeof data === 'string') {
    const found = /0x[0-9a-fA-F]*/.exec(data)?.[0]
    if (isHex(found)) return found
  }
  return error.rpcCode === 3 || /revert/i.test(error.rpcMessage) ? '0x' : undefined
}

/** Whether the node ran the call and the call failed: reverted, ran out of gas, or was no valid code. */
export function isExecutionFailure(error: RpcError): boolean {
  return (
    revertData(error) !== undefined ||
    isOutOfGas(error) ||
    /EVM|opcode|stack|invalid jump/i.test(error.rpcMessage)
  )
}

export function isOutOfGas(error: RpcError): boolean {
  return /out ?of ?gas|gas required exceeds|exceeds (the )?allowance|intrinsic gas/i.test(error.rpcMessage)
}

function reasonOf(data: Hex): string {
  const selector = data.slice(0, 10).toLowerCase()
  try {
    if (selector === ERROR_STRING) return String(decoded(data, errorString)[0])
    if (selector === PANIC) return panicText(String(decoded(data, panic)[0]))
    const item = ERRORS.get(selector)
    if (item === undefined) return unknownError(data)
    return SENTENCES[item.name] ?? `${item.name}(${argumentsText(item, decoded(data, item))})`
  } catch {
    return unknownError(data)
  }
}

const errorString: ErrorItem = { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }
const panic: ErrorItem = { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] }

function decoded(data: Hex, item: ErrorItem): readonly unknown[] {
  const { args } = decodeErrorResult({ abi: [item], data })
  return args ?? []
}

function argumentsText(item: ErrorItem, values: readonly unknown[]): string {
  return item.inputs
    .map((input, index) => (input.name ? `${input.name}: ${String(values[index])}` : String(values[index])))
    .join(', ')
}

function panicText(code: string): string {
  return PANICS[code] ?? `panic ${code}`
}

function unknownError(data: Hex): string {
  return `the contract answered an error that is not known here (${data.slice(0, 10)})`
}

function signatureOf(item: { name: string; inputs: readonly AbiParameter[] }): string {
  return `${item.name}(${item.inputs.map((input) => input.type).join(',')})`
}

function readable(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (clean === '') return 'the call reverted with an empty reason'
  return clean.length > REASON_LENGTH_MAX ? `${clean.slice(0, REASON_LENGTH_MAX)}…` : clean
}
