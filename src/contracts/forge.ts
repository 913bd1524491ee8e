import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contractsFolder, findProgram, writeCompiler } from '#contracts/foundry-program.ts'

/**
 * Runs forge on the contracts, without network: `tsx src/contracts/forge.ts test` checks the format and runs every
 * test, with further arguments only the tests they choose; `tsx src/contracts/forge.ts fmt` formats. `FOUNDRY_PROFILE=quick`
 * and `=long` choose fewer and more runs (foundry.toml). The tests deploy the bytecode of `src/protocol/abi`, so run
 * `compile.ts` first when a contract has changed.
 */
const publicVectors = process.env['LATCHKEY_VECTORS'] ?? join(contractsFolder, '../../../shared/vectors')
const readByTests = [
  'wycheproof/ecdsa_secp256r1_sha256_p1363_test.json',
  'wycheproof/ecdsa_secp256r1_sha256_test.json',
  'eip-7951/test-vectors.json',
  'webauthn-l3/webauthn-l3-test-vectors.json',
]

const [command, ...options] = process.argv.slice(2)
try {
  process.exitCode = run(command, options)
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
}

function run(name: string | undefined, args: string[]): number {
  if (name === 'fmt') return forge(['fmt', ...args])
  if (name !== 'test') {
    process.stderr.write('Usage: forge.ts test [options of forge test] | forge.ts fmt [--check]\n')
    return 2
  }
  if (args.length > 0) return forgeTest(args)
  return forge(['fmt', '--check']) || forgeTest([])
}

function forgeTest(args: string[]): number {
  for (const file of readByTests.filter((path) => !existsSync(join(publicVectors, path)))) {
    process.stdout.write(`Not run, the file is missing: ${join(publicVectors, file)}\n`)
  }
  return forge(['test', '--offline', '--use', writeCompiler(), ...args])
}

function forge(args: string[]): number {
  const { status, error } = spawnSync(findProgram('forge'), args, {
    cwd: contractsFolder,
    stdio: 'inherit',
    env: { ...process.env, LATCHKEY_VECTORS: publicVectors },
  })
  if (error !== undefined) throw error
  return status ?? 1
}
