import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { findProgram, writeCompiler } from '#contracts/foundry-program.ts'
import { compileMutant } from './compile-mutant.ts'
import { createMutants, type Mutant } from './contract-mutants.ts'
import { keepTests } from './keep-tests.ts'

/**
 * `npm run mutation:contracts -- [words of file names] [--sample 20] [--since <commit>]`: makes one change at
 * a time in a copy of the repository and runs the tests of the file. A mutant is killed if they fail and
 * survives if they pass. A mutant that does not compile, or compiles to the same bytes, is not counted.
 * Results are stored in `node_modules/.cache/latchkey-mutation.jsonl` and reused while file and mutant are the
 * same. With `since`, only code that the file did not have at that commit is changed.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const CONTRACTS = 'src/contracts'
const SOURCES = 'src/contracts/src'
const ABI = 'src/protocol/abi'
const cache = join(root, 'node_modules/.cache/latchkey-mutation.jsonl')
/** Time limit of a run, in milliseconds. The first one compiles every test, possibly on a busy machine. */
const TIMEOUT_MS = 30 * 60_000
/** Gas limit above the need of any test. A mutant with an endless loop exceeds it within a minute. */
const GAS_LIMIT = '10000000000'

/** Depth of a run: the runs of each fuzzed property, and options of forge. */
type Round = { fuzzRuns: string; options: readonly string[] }
/** A shallow run, only with the precompile, kills almost every mutant that can be killed. */
const FEW: Round = { fuzzRuns: '8', options: ['--no-match-contract', 'WithoutPrecompile'] }
/** Full depth of the `quick` profile. */
const ALL: Round = { fuzzRuns: '64', options: [] }

/**
 * A contract and its tests. Tests in `compiled` compile the file themselves. Tests in `deployed` deploy the
 * bytes of the named contract from `src/protocol/abi`.
 */
type Target = {
  file: string
  compiled?: readonly string[]
  deployed?: DeployedTests
}
type DeployedTests = { contract: DeployedContract; tests: readonly string[] }
type DeployedContract = 'PasskeyWalletFactory' | 'CallBundle'
const BYTECODE_FILES: Record<DeployedContract, string> = {
  PasskeyWalletFactory: 'passkey-wallet-factory-bytecode.ts',
  CallBundle: 'call-bundle-bytecode.ts',
}
const TARGETS: readonly Target[] = [
  { file: 'verification/P256Verifier.sol', compiled: ['P256Verifier/'] },
  { file: 'verification/ClientData.sol', compiled: ['ClientData/'] },
  { file: 'verification/Base64Url.sol', compiled: ['Base64Url/'] },
  { file: 'verification/WebAuthnVerifier.sol', compiled: ['WebAuthnVerifier/'] },
  { file: 'ReplayRing.sol', compiled: ['ReplayRing/'] },
  {
    file: 'PackedExecute.sol',
    deployed: inWallet(
      'PasskeyWallet/ExecutePacked.t.sol',
      'PasskeyWallet/Vectors.t.sol',
      'WalletKey/Keys.t.sol',
      'WalletCoSigner/Execute.t.sol',
    ),
  },
  { file: 'WalletDigest.sol', deployed: inWallet('WalletDigest/', 'WalletCoSigner/IsValidSignature.t.sol') },
  { file: 'JoinedSignature.sol', compiled: ['JoinedSignature/'] },
  {
    file: 'Authority.sol',
    compiled: ['Authority/AuthorityWord.t.sol'],
    deployed: inWallet('Authority/Histories.t.sol', 'WalletKey/AddKey.t.sol'),
  },
  { file: 'WalletAuthority.sol', deployed: inWallet('WalletKey/', 'WalletCoSigner/') },
  { file: 'WalletCoSigner.sol', deployed: inWallet('WalletCoSigner/') },
  { file: 'WalletKey.sol', deployed: inWallet('WalletKey/', 'WalletCoSigner/Recovery.t.sol') },
  { file: 'PasskeyWallet.sol', deployed: inWallet('PasskeyWallet/', 'WalletKey/', 'WalletCoSigner/') },
  { file: 'PasskeyWalletFactory.sol', deployed: inWallet('PasskeyWalletFactory/') },
  { file: 'CallBundle.sol', deployed: { contract: 'CallBundle', tests: ['CallBundle/'] } },
]

function inWallet(...tests: string[]): DeployedTests {
  return { contract: 'PasskeyWalletFactory', tests }
}

const entrySchema = z.object({ key: z.string(), verdict: z.enum(['killed', 'survived', 'invalid', 'same']) })
type Verdict = z.infer<typeof entrySchema>['verdict']

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, since: { type: 'string' } },
})
const known = new Map(readCache().map(({ key, verdict }) => [key, verdict]))
const copy = copyRepository()
const compiler = writeRememberingCompiler()
let keptTests: readonly string[] = []
let lastOutput = ''
try {
  for (const target of TARGETS) {
    if (words.length === 0 || words.some((word) => target.file.includes(word))) tryTarget(target)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function tryTarget(target: Target): void {
  const source = readFileSync(join(root, SOURCES, target.file), 'utf8')
  const original = target.deployed && compileMutant(join(copy, SOURCES), target.deployed.contract)
  // Tests that fail without a change would kill every mutant.
  const unchanged = { line: 0, before: '', after: '', text: source }
  if (judge(target, unchanged, '') !== 'survived') {
    throw new Error(`The tests of ${target.file} fail without a change.\n${lastOutput}`)
  }
  const counts = { killed: 0, survived: 0, invalid: 0, same: 0 }
  for (const mutant of sampled(newMutants(target.file, source))) {
    const key = createHash('sha256').update(`${target.file}\n${source}\n${mutant.text}`).digest('hex')
    const before = known.get(key)
    // Survivors are tried again, because a test may have been added.
    const verdict =
      before === undefined || before === 'survived' ? judge(target, mutant, original ?? '') : before
    if (verdict !== before) appendFileSync(cache, `${JSON.stringify({ key, verdict })}\n`)
    counts[verdict] += 1
    if (verdict !== 'survived') continue
    process.stdout.write(
      `survived  ${target.file}:${mutant.line}\n  - ${mutant.before}\n  + ${mutant.after}\n`,
    )
  }
  restore(target, source, original)
  const { killed, survived, invalid, same } = counts
  const score = killed + survived === 0 ? 'none' : `${((100 * killed) / (killed + survived)).toFixed(1)} %`
  process.stdout.write(
    `${target.file}: ${killed} killed, ${survived} survived, ${invalid} invalid, ${same} the same code: ${score}\n`,
  )
}

/** The mutants of a source text, without those that the file already had at the commit `since`. */
function newMutants(file: string, source: string): Mutant[] {
  if (values.since === undefined) return createMutants(source)
  const object = `${values.since}:${SOURCES}/${file}`
  const before = createMutants(execFileSync('git', ['show', object], { cwd: root, encoding: 'utf8' }))
  const known = new Set(before.map(describeChange))
  return createMutants(source).filter((mutant) => !known.has(describeChange(mutant)))
}

function describeChange({ before, after }: Mutant): string {
  return `${before.trim()} becomes ${after.trim()}`
}

/** As many mutants as requested, evenly spread. */
function sampled(mutants: Mutant[]): Mutant[] {
  const wanted = values.sample === undefined ? mutants.length : Number(values.sample)
  const step = Math.max(1, mutants.length / wanted)
  return mutants.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/** Compiles and tests a mutant. A mutant that compiles to the original bytes has no effect. */
function judge({ file, compiled, deployed }: Target, mutant: Mutant, original: string): Verdict {
  const path = join(copy, SOURCES, file)
  const source = readFileSync(join(root, SOURCES, file), 'utf8')
  if (deployed !== undefined) {
    writeFileSync(path, mutant.text)
    const bytecode = compileMutant(join(copy, SOURCES), deployed.contract)
    if (bytecode === undefined) return 'invalid'
    if (bytecode === original) return 'same'
    writeBytecode(deployed.contract, bytecode)
  }
  for (const round of [...findRound(mutant, deployed?.tests ?? compiled ?? []), FEW, ALL]) {
    if (compiled !== undefined) {
      writeFileSync(path, mutant.text)
      const { passed, output } = runTests(compiled, round)
      if (!passed) return output.includes('Compiler run failed') ? 'invalid' : 'killed'
    }
    if (deployed === undefined) continue
    // Only the bytecode file, which the tests read at run time, still has the mutant. The source is the original again,
    // so forge compiles nothing.
    writeFileSync(path, source)
    if (!runTests(deployed.tests, round).passed) return 'killed'
  }
  return 'survived'
}

/** Returns the tests of the changed function, which run first. Tests of `addKey` are in `AddKey.t.sol`. */
function findRound({ line, text }: Mutant, tests: readonly string[]): Round[] {
  const above = text.split('\n').slice(0, line).join('\n')
  const name = [...above.matchAll(/\bfunction (\w+)/g)].at(-1)?.[1] ?? ''
  const file = `${name.charAt(0).toUpperCase()}${name.slice(1)}.t.sol`
  const folder = tests.find((test) => existsSync(join(root, CONTRACTS, 'test', test, file)))
  if (folder === undefined) return []
  return [{ ...FEW, options: [...FEW.options, '--match-path', `test/${folder}${file}`] }]
}

function restore({ file, deployed }: Target, source: string, original: string | undefined): void {
  writeFileSync(join(copy, SOURCES, file), source)
  if (deployed !== undefined && original !== undefined) writeBytecode(deployed.contract, original)
}

/** Writes the bytecode file that the tests read, in the format of `compile.ts`. */
function writeBytecode(contract: DeployedContract, bytecode: string): void {
  writeFileSync(
    join(copy, ABI, BYTECODE_FILES[contract]),
    `export const bytecode = '0x${bytecode}' as const\n`,
  )
}

function runTests(
  tests: readonly string[],
  { fuzzRuns, options }: Round,
): { passed: boolean; output: string } {
  if (tests !== keptTests) {
    keepTests(join(root, CONTRACTS, 'test'), join(copy, CONTRACTS, 'test'), tests)
    keptTests = tests
  }
  const { status, stdout, stderr, error } = spawnSync(
    findProgram('forge'),
    ['test', '--offline', '--use', compiler, '--fail-fast', ...options],
    {
      cwd: join(copy, CONTRACTS),
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      env: {
        ...process.env,
        FOUNDRY_PROFILE: 'quick',
        FOUNDRY_FUZZ_RUNS: fuzzRuns,
        FOUNDRY_GAS_LIMIT: GAS_LIMIT,
        LATCHKEY_VECTORS: process.env['LATCHKEY_VECTORS'] ?? join(root, '../shared/vectors'),
      },
    },
  )
  // The gas limit ends every mutant, so a timeout is an error of the run.
  if (error !== undefined) throw error
  lastOutput = stdout + stderr
  return { passed: status === 0, output: lastOutput }
}

/** Copies the repository, so that mutants never touch the working tree. */
function copyRepository(): string {
  const folder = join(tmpdir(), `latchkey-mutation-${process.pid}`)
  cpSync(root, folder, { recursive: true, filter: (path) => !/\/(node_modules|dist|\.git)(\/|$)/.test(path) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function readCache(): z.infer<typeof entrySchema>[] {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  if (!existsSync(cache)) return []
  const lines = readFileSync(cache, 'utf8').trim().split('\n').filter(Boolean)
  return lines.map((line) => entrySchema.parse(JSON.parse(line)))
}

function writeRememberingCompiler(): string {
  const path = join(copy, 'solc')
  const program = fileURLToPath(new URL('remembering-compiler.mjs', import.meta.url))
  const words = [process.execPath, program, join(copy, 'compiled'), writeCompiler()]
  writeFileSync(path, `#!/bin/sh\nexec ${words.map((word) => `"${word}"`).join(' ')} "$@"\n`)
  chmodSync(path, 0o755)
  return path
}
