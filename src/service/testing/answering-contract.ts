import {
  concatHex,
  encodeAbiParameters,
  keccak256,
  numberToHex,
  padHex,
  size,
  toFunctionSelector,
  type Hex,
} from 'viem'
import { deployContract } from '#service/chain/deploy-contract.ts'
import type { TestChain } from './chain.ts'

/**
 * Result of a call to one of a contract's functions: returns these bytes, reverts with nothing or with these
 * bytes, loops until its gas is used up, or returns an excessive number of bytes.
 */
export type Behaviour = Hex | 'revert' | { revert: Hex } | 'loop' | 'endless'
/** Behaviors by signature. `*` is for all other functions. Without it, they revert. */
export type Answers = Record<string, Behaviour>

/** Deploys a contract that returns fixed bytes per function, to simulate unusual tokens and receivers. */
export function deployAnswering(test: TestChain, answers: Answers): Promise<`0x${string}`> {
  return deployRuntime(test, answeringCode(answers))
}

/** Deploys a contract with these bytes as its code. */
export function deployRuntime(test: TestChain, runtime: Hex): Promise<`0x${string}`> {
  // Copies everything after these ten bytes and returns it as the contract's code.
  const initCode = concatHex(['0x61', numberToHex(size(runtime), { size: 2 }), '0x80600a5f395ff3', runtime])
  return deployContract(test.embedded, test.send, { initCode, salt: keccak256(initCode) })
}

export const abiString = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])
export const abiUint = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
/** `Error(string)`, with which `require` reverts. */
export const abiError = (text: string) => concatHex(['0x08c379a0', abiString(text)])
/** The result with which a receiving contract accepts: the selector of the called function. */
export const abiAcceptance = (signature: string) =>
  padHex(toFunctionSelector(signature), { dir: 'right', size: 32 })

const ENTRY_BYTES = 11
const OTHERWISE_BYTES = 4
const HANDLER_BYTES = 14
const ENDLESS_BYTES = 0xff_ff_ff

function answeringCode(answers: Answers): Hex {
  const named = Object.entries(answers)
  const handlersAt = 5 + named.filter(([name]) => name !== '*').length * ENTRY_BYTES + OTHERWISE_BYTES
  const dataAt = handlersAt + named.length * HANDLER_BYTES
  const entries: Hex[] = []
  let otherwise: Hex = '0x5f5ffd00'
  const handlers: Hex[] = []
  const data: Hex[] = []
  let position = dataAt
  for (const [index, [signature, behaviour]] of named.entries()) {
    const at = numberToHex(handlersAt + index * HANDLER_BYTES, { size: 2 })
    if (signature === '*') otherwise = concatHex(['0x61', at, '0x56'])
    else entries.push(concatHex(['0x8063', toFunctionSelector(signature), '0x1461', at, '0x57']))
    const bytes = bytesOf(behaviour)
    handlers.push(padHex(handlerCode(behaviour, at, position), { dir: 'right', size: HANDLER_BYTES }))
    data.push(bytes)
    position += size(bytes)
  }
  return concatHex(['0x5f3560e01c', ...entries, otherwise, ...handlers, ...data])
}

function bytesOf(behaviour: Behaviour): Hex {
  if (typeof behaviour === 'object') return behaviour.revert
  return behaviour === 'revert' || behaviour === 'loop' || behaviour === 'endless' ? '0x' : behaviour
}

function handlerCode(behaviour: Behaviour, at: Hex, dataAt: number): Hex {
  if (behaviour === 'loop') return concatHex(['0x5b61', at, '0x56'])
  if (behaviour === 'endless') return concatHex(['0x5b62', numberToHex(ENDLESS_BYTES, { size: 3 }), '0x5ff3'])
  const length = numberToHex(size(bytesOf(behaviour)), { size: 2 })
  const end = behaviour === 'revert' || typeof behaviour === 'object' ? '0x5ffd' : '0x5ff3'
  return concatHex(['0x5b61', length, '0x61', numberToHex(dataAt, { size: 2 }), '0x5f3961', length, end])
}
