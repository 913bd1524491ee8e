import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import * as z from 'zod/mini'
import type { Hex } from 'viem'

const nodeModule = createRequire(import.meta.url)
const folder = fileURLToPath(new URL('../', import.meta.url))

const outputSchema = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  // Undefined if nothing could be compiled.
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

/** The code that stands at the address of each contract of a file below `src/contracts`, for tests that put it there. */
export function compileTargets(path: string): Map<string, Hex> {
  const input = {
    language: 'Solidity',
    sources: { [path]: { content: readFileSync(`${folder}${path}`, 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      // Uses the settings of the shipped contracts. The older code generator has too few stack slots for the wallet.
      viaIR: true,
      outputSelection: { [path]: { '*': ['evm.deployedBytecode.object'] } },
    },
  }
  const answer: unknown = JSON.parse(String(solc.compile(JSON.stringify(input), { import: findImport })))
  const { errors = [], contracts = {} } = outputSchema.parse(answer)
  const fault = errors.find(({ severity }) => severity === 'error')
  if (fault !== undefined) throw new Error(fault.formattedMessage)
  return new Map(
    Object.entries(contracts[path] ?? {}).map(([name, { evm }]) => [
      name,
      `0x${evm.deployedBytecode.object}` as const,
    ]),
  )
}

function findImport(path: string): { contents: string } | { error: string } {
  try {
    const file = path.startsWith('@') ? nodeModule.resolve(path) : `${folder}${path}`
    return { contents: readFileSync(file, 'utf8') }
  } catch (cause) {
    return { error: `${path}: ${String(cause)}` }
  }
}
