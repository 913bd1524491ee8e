import { concatHex, numberToHex, size, type Hex } from 'viem'
import { WRAP_TOPICS } from '#service/holdings/token-events.ts'
import { deployRuntime } from './answering-contract.ts'
import type { TestChain } from './chain.ts'

/**
 * Deploys a wrapped native coin whose logs are WETH9's: a call with value deposits it and logs `Deposit`, `withdraw(uint256)` logs
 * `Withdrawal`, and neither logs a transfer. Every other call returns the balance of its first argument. Withdrawn coins stay in
 * the contract.
 */
export function deployWrappedCoin(test: TestChain): Promise<`0x${string}`> {
  return deployRuntime(test, code())
}

/** Writes the log of an amount, which is in the first word of memory, and stops. */
const logAndStop = (topic: Hex): Hex => concatHex(['0x337f', topic, '0x60205fa200'])

function code(): Hex {
  const ask = '0x600435545f5260205ff3'
  const deposit = concatHex(['0x5b343354013355', '0x345f52', logAndStop(WRAP_TOPICS.deposit)])
  const withdraw = concatHex(['0x5b600435803354033355', '0x5f52', logAndStop(WRAP_TOPICS.withdrawal)])
  const jump = (at: number) => concatHex(['0x60', numberToHex(at, { size: 1 }), '0x57'])
  const headerSize = 1 + 3 + 11 + 3
  const depositAt = headerSize + size(ask)
  const withdrawAt = depositAt + size(deposit)
  const header = concatHex(['0x34', jump(depositAt), '0x5f3560e01c632e1a7d4d14', jump(withdrawAt)])
  if (size(header) !== headerSize) throw new Error(`the header has ${size(header)} bytes`)
  return concatHex([header, ask, deposit, withdraw])
}
