import {
  concatHex,
  encodeAbiParameters,
  keccak256,
  numberToHex,
  size,
  toFunctionSelector,
  type Hex,
} from 'viem'
import { deployContract } from '#service/chain/deploy-contract.ts'
import type { TestChain } from './chain.ts'

/** What a contract answers to a call of a function without arguments; `revert`, or nothing at all. */
export type Answers = Record<string, Hex | 'revert'>

/**
 * Deploys a contract that answers fixed bytes by function: tokens as odd as a test wants them. A function
 * that is not named reverts.
 */
export function deployAnswering(test: TestChain, answers: Answers): Promise<`0x${string}`> {
  const runtime = answeringCode(answers)
  // Copies everything behind these ten bytes and returns it as the contract.
  const initCode = concatHex(['0x61', numberToHex(size(runtime), { size: 2 }), '0x80600a5f395ff3', runtime])
  return deployContract(test.embedded, test.send, { initCode, salt: keccak256(initCode) })
}

export const abiString = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])
export const abiUint = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

const ENTRY_BYTES = 11
const HANDLER_BYTES = 14

function answeringCode(answers: Answers): Hex {
  const functions = Object.entries(answers).filter(([, answer]) => answer !== 'revert')
  const handlersAt = 5 + functions.length * ENTRY_BYTES + 3
  const dataAt = handlersAt + functions.length * HANDLER_BYTES
  const entries: Hex[] = []
  const handlers: Hex[] = []
  const data: Hex[] = []
  let position = dataAt
  for (const [index, [signature, answer]] of functions.entries()) {
    if (answer === 'revert') continue
    const jump = numberToHex(handlersAt + index * HANDLER_BYTES, { size: 2 })
    entries.push(concatHex(['0x8063', toFunctionSelector(signature), '0x1461', jump, '0x57']))
    const length = numberToHex(size(answer), { size: 2 })
    const from = numberToHex(position, { size: 2 })
    handlers.push(concatHex(['0x5b61', length, '0x61', from, '0x5f3961', length, '0x5ff3']))
    data.push(answer)
    position += size(answer)
  }
  return concatHex(['0x5f3560e01c', ...entries, '0x5f5ffd', ...handlers, ...data])
}
