import { isHex, type Hex } from 'viem'
import { doesNodeSay, findSaidReason, type CallSentence } from './call-sentences.ts'
import type { RpcError } from './rpc.ts'
import { readSaid } from './wrapped-error.ts'

/**
 * Returns the revert data in a node's error, or undefined if the node refused for any reason but a
 * revert. Nodes differ in the code and in the position of the data.
 */
export function revertData(error: RpcError): Hex | undefined {
  for (const { data } of readSaid(error)) {
    const found = findHex(data)
    if (found !== undefined) return found
  }
  return error.rpcCode === 3 || isSaid('reverted', error) ? '0x' : undefined
}

/**
 * Returns the reason in the message of a node that sent no revert data. Takes it from the innermost message, because
 * gateways wrap the node's message in their own. Undefined if no message has a reason.
 */
export function messageReason(error: RpcError): string | undefined {
  const messages = readSaid(error).map(({ message }) => message)
  const reverted = messages.findLast((message) => doesNodeSay('reverted', message))
  return findSaidReason(reverted ?? (error.rpcCode === 3 ? error.rpcMessage : ''))
}

function findHex(data: unknown): Hex | undefined {
  if (isHex(data)) return data
  if (typeof data === 'object' && data !== null) return findMember(data)
  const found = typeof data === 'string' ? /0x[0-9a-fA-F]*/.exec(data)?.[0] : undefined
  return isHex(found) ? found : undefined
}

/** Members of an error's data that contain the revert data, in errors of EDR, of Ganache 7 and of older Ganache. */
const DATA_MEMBERS = ['data', 'result', 'return']
/** Maximum number of nested objects in an error's data that are searched. Ganache 6 nests by transaction hash. */
const MEMBERS_MAX = 4

function findMember(data: object): Hex | undefined {
  const inner = Object.values(data).slice(0, MEMBERS_MAX).filter(isObject)
  for (const members of [data, ...inner].map((one) => new Map<string, unknown>(Object.entries(one)))) {
    const found = DATA_MEMBERS.map((name) => members.get(name)).find((value) => isHex(value))
    if (isHex(found)) return found
  }
  return undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether the message of the node matches, or the message of another node whose error it forwards. */
function isSaid(what: CallSentence, error: RpcError): boolean {
  return readSaid(error).some(({ message }) => doesNodeSay(what, message))
}

/** Whether the node ran the call and the call failed: it reverted, ran out of gas, or was not valid code. */
export function isExecutionFailure(error: RpcError): boolean {
  const isShort = isOutOfGas(error) || mayNeedGas(error)
  return revertData(error) !== undefined || isShort || isSaid('invalidCode', error)
}

/** Whether the call failed, and the node does not say whether more gas would help. */
export function mayNeedGas(error: RpcError): boolean {
  return isSaid('failsOrNeedsGas', error)
}

export function isOutOfGas(error: RpcError): boolean {
  return isSaid('outOfGas', error)
}

/** Whether the node refused a call because its sender has less of the native token than the call sends. */
export function isShortOfFunds(error: RpcError): boolean {
  return isSaid('noFunds', error)
}
