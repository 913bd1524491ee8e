import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { compileCached } from './compile-cached.ts'

const folder = fileURLToPath(new URL('../', import.meta.url))

const outputSchema = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  // Undefined if nothing compiled.
  contracts: z.optional(
    z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }) }),
      ),
    ),
  ),
})

/** The runtime code of each contract in a file below `src/contracts`, for tests that place it at an address. */
export function compileTargets(path: string): Map<string, Hex> {
  const input = {
    language: 'Solidity',
    sources: { [path]: { content: readFileSync(`${folder}${path}`, 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      // Uses the settings of the shipped contracts. The older code generator has too few stack slots for the
      // wallet.
      viaIR: true,
      outputSelection: { [path]: { '*': ['evm.deployedBytecode.object'] } },
    },
  }
  const { errors = [], contracts = {} } = outputSchema.parse(compileCached(input))
  const fault = errors.find(({ severity }) => severity === 'error')
  if (fault !== undefined) throw new Error(fault.formattedMessage)
  return new Map(
    Object.entries(contracts[path] ?? {}).map(([name, { evm }]) => [
      name,
      `0x${evm.deployedBytecode.object}` as const,
    ]),
  )
}
