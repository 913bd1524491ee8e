import { readFileSync } from 'node:fs'
import { keccak256, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { compileCached } from '#contracts/testing/compile-cached.ts'
import { deployContract } from '#service/chain/deploy-contract.ts'
import type { TestChain } from './chain.ts'

const FILE = 'odd-tokens.sol'
const outputSchema = z.object({
  errors: z.optional(z.array(z.object({ formattedMessage: z.string() }))),
  contracts: z.object({
    [FILE]: z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  }),
})

/** The deployable contracts of the file. */
export type OddToken =
  | 'FeeCoin'
  | 'BurningCoin'
  | 'SilentCoin'
  | 'IncreasingCoin'
  | 'DenyingCoin'
  | 'RebasingCoin'
  | 'UnitlessCoin'
  | 'Kitties'

/** Compiles the odd tokens once. Returns a function that deploys one of them and returns its address. */
export function compileOddTokens(test: TestChain): (token: OddToken) => Promise<Address> {
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: readFileSync(new URL(FILE, import.meta.url), 'utf8') } },
    settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const output = outputSchema.parse(compileCached(input))
  return async (token) => {
    const initCode: Hex = `0x${output.contracts[FILE][token]?.evm.bytecode.object ?? ''}`
    return deployContract(test.embedded, test.send, { initCode, salt: keccak256(initCode) })
  }
}
