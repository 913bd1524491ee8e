import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
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
import { mutantsOf, type Mutant } from './contract-mutants.ts'

/**
 * `npm run mutation:contracts -- [words of file names] [--sample 20]`: changes one thing at a time in a copy of the
 * repository and runs the tests that concern the file. A mutant is killed when they fail, and survives when they pass; one
 * that does not compile is not counted. Results are stored in `node_modules/.cache/latchkey-mutation.jsonl` and not tried
 * again while file and mutant are the same.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = 'src/contracts/src'
const cache = join(root, 'node_modules/.cache/latchkey-mutation.jsonl')
const TIMEOUT_MS = 10 * 60_000
/** More than any test needs, and little enough that a mutant without an end runs out of it within a minute. */
const GAS_LIMIT = '10000000000'

/** A contract and the tests that concern it. What `ships` is tested as the bytes of `src/protocol/abi`. */
type Target = { file: string; tests: string; ships: boolean }
const TARGETS: readonly Target[] = [
  { file: 'verification/P256Verifier.sol', tests: 'P256Verifier/*', ships: false },
  { file: 'verification/ClientData.sol', tests: 'ClientData/*', ships: false },
  { file: 'verification/Base64Url.sol', tests: 'Base64Url/*', ships: false },
  { file: 'verification/WebAuthnVerifier.sol', tests: 'WebAuthnVerifier/*', ships: false },
  { file: 'ReplayRing.sol', tests: 'ReplayRing/*', ships: false },
  { file: 'PackedExecute.sol', tests: 'PasskeyWallet/ExecutePacked.t.sol', ships: true },
  { file: 'WalletDigest.sol', tests: 'WalletDigest/*', ships: true },
  { file: 'JoinedSignature.sol', tests: 'JoinedSignature/*', ships: false },
  { file: 'Authority.sol', tests: 'Authority/*', ships: true },
  { file: 'WalletAuthority.sol', tests: 'Wallet{Key,CoSigner}/*', ships: true },
  { file: 'WalletCoSigner.sol', tests: 'WalletCoSigner/*', ships: true },
  { file: 'WalletKey.sol', tests: 'WalletKey/*', ships: true },
  { file: 'PasskeyWallet.sol', tests: 'PasskeyWallet/*', ships: true },
  { file: 'PasskeyWalletFactory.sol', tests: 'PasskeyWalletFactory/*', ships: true },
  { file: 'CallBundle.sol', tests: 'CallBundle/*', ships: true },
]

const entrySchema = z.object({ key: z.string(), verdict: z.enum(['killed', 'survived', 'invalid']) })
type Verdict = z.infer<typeof entrySchema>['verdict']

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' } },
})
const known = new Map(readCache().map(({ key, verdict }) => [key, verdict]))
const copy = copyRepository()
try {
  for (const target of TARGETS) {
    if (words.length === 0 || words.some((word) => target.file.includes(word))) tryTarget(target)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function tryTarget(target: Target): void {
  const source = readFileSync(join(root, SOURCES, target.file), 'utf8')
  // Tests that fail anyway would kill every mutant.
  const { passed, output } = runTests(target)
  if (!passed) throw new Error(`The tests fail without a change: ${target.tests}\n${output}`)
  const counts = { killed: 0, survived: 0, invalid: 0 }
  for (const mutant of sampled(mutantsOf(source))) {
    const key = createHash('sha256').update(`${target.file}\n${source}\n${mutant.text}`).digest('hex')
    const before = known.get(key)
    // A survivor is tried again: a test may have been added.
    const verdict = before === undefined || before === 'survived' ? judge(target, mutant) : before
    if (verdict !== before) appendFileSync(cache, `${JSON.stringify({ key, verdict })}\n`)
    counts[verdict] += 1
    if (verdict !== 'survived') continue
    process.stdout.write(
      `survived  ${target.file}:${mutant.line}\n  - ${mutant.before}\n  + ${mutant.after}\n`,
    )
  }
  writeFileSync(join(copy, SOURCES, target.file), source)
  if (target.ships) run(['src/contracts/compile.ts'])
  const { killed, survived, invalid } = counts
  const score = killed + survived === 0 ? 'none' : `${((100 * killed) / (killed + survived)).toFixed(1)} %`
  process.stdout.write(
    `${target.file}: ${killed} killed, ${survived} survived, ${invalid} invalid: ${score}\n`,
  )
}

/** As many as wanted, evenly spread. */
function sampled(mutants: Mutant[]): Mutant[] {
  const wanted = values.sample === undefined ? mutants.length : Number(values.sample)
  const step = Math.max(1, mutants.length / wanted)
  return mutants.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

function judge(target: Target, mutant: Mutant): Verdict {
  writeFileSync(join(copy, SOURCES, target.file), mutant.text)
  if (target.ships && !run(['src/contracts/compile.ts']).passed) return 'invalid'
  const { passed, output } = runTests(target)
  if (passed) return 'survived'
  return output.includes('Compiler run failed') ? 'invalid' : 'killed'
}

function runTests({ tests }: Target): { passed: boolean; output: string } {
  return run(['src/contracts/forge.ts', 'test', '--fail-fast', '--match-path', `test/${tests}`])
}

function run(args: readonly string[]): { passed: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsx'), args, {
    cwd: copy,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: {
      ...process.env,
      FOUNDRY_PROFILE: 'quick',
      FOUNDRY_GAS_LIMIT: GAS_LIMIT,
      LATCHKEY_VECTORS: process.env['LATCHKEY_VECTORS'] ?? join(root, '../shared/vectors'),
    },
  })
  return { passed: status === 0, output: stdout + stderr }
}

/** Mutants never touch the working tree. */
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
