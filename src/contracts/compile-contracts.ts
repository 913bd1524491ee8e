import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import * as z from 'zod/mini'

const nodeModule = createRequire(import.meta.url)
const sourceFolder = fileURLToPath(new URL('./src/', import.meta.url))

/** The deployed contracts, and `BatchRead`, which is only called. Each has its name and its path below `src/`. */
export const contracts = [
  { name: 'PasskeyWallet', path: 'PasskeyWallet.sol' },
  { name: 'PasskeyWalletFactory', path: 'PasskeyWalletFactory.sol' },
  { name: 'CallBundle', path: 'CallBundle.sol' },
  { name: 'DemoCoin', path: 'demo/DemoCoin.sol' },
  { name: 'DemoCollectible', path: 'demo/DemoCollectible.sol' },
  { name: 'DemoMultiToken', path: 'demo/DemoMultiToken.sol' },
  { name: 'BatchRead', path: 'reading/BatchRead.sol' },
] as const

/**
 * Compiler settings of the deployed contracts. `cancun` is the oldest EVM with the transient storage that the
 * wallet's lock uses. The fallback for chains without the P-256 precompile would be useless if the code
 * needed Osaka's opcodes.
 */
export const settings = {
  evmVersion: 'cancun',
  viaIR: true,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { bytecodeHash: 'none' },
} as const

const outputSchema = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  contracts: z.optional(
    z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    ),
  ),
})

export type CompiledContract = { name: string; abi: readonly unknown[]; bytecode: `0x${string}` }

/** A source does not compile. `message` has the compiler's own messages; warnings count as errors. */
export class CompileError extends Error {
  override name = 'CompileError'
}

/** Compiles the deployed contracts with the pinned solc of `node_modules`, without a network. */
export function compileContracts(): CompiledContract[] {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(contracts.map(({ path }) => [path, { content: readSource(path) }])),
    settings: { ...settings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const output = outputSchema.parse(
    JSON.parse(String(solc.compile(JSON.stringify(input), { import: findImport }))),
  )
  const messages = (output.errors ?? []).filter(({ severity }) => severity !== 'info')
  if (messages.length > 0) throw new CompileError(messages.map((each) => each.formattedMessage).join('\n'))
  return contracts.map(({ name, path }) => {
    const contract = output.contracts?.[path]?.[name]
    if (contract === undefined) throw new CompileError(`solc returned nothing for ${name}`)
    return { name, abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
  })
}

function readSource(path: string): string {
  return readFileSync(`${sourceFolder}${path}`, 'utf8')
}

/** solc resolves every import by name. Ours are relative to `src/`, the others are npm packages. */
function findImport(path: string): { contents: string } | { error: string } {
  try {
    const contents = path.startsWith('@') ? readFileSync(nodeModule.resolve(path), 'utf8') : readSource(path)
    return { contents }
  } catch (cause) {
    return { error: `${path}: ${String(cause)}` }
  }
}
