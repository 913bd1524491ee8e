import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeStamp, writeText } from './stamp.mjs'
import { root, runLine, step, StepError } from './steps.mjs'

/** Successful checks on this machine: stamp of the inputs, time and duration by check. */
const GREEN = 'node_modules/.cache/latchkey-checks/green.json'
/** Successful long runs: hash of their inputs by check. Committed. */
const PROOFS = 'src/cli/setup/proofs.json'
const TAIL_LENGTH = 6000

/**
 * Runs one check unless it is known to succeed. Returns `passed`, `failed` or `skipped`. `ready` prepares the check's
 * needs and returns variables for the check. `always` ignores earlier runs.
 */
export async function runCheck(check, { always, ready }) {
  const stamp = stampOfCheck(check)
  const green = readJson(GREEN)[check.name]
  if (!always && stamp !== undefined && green?.stamp === stamp) {
    printRemark(
      check.name,
      `not run: what it depends on is as it was when it passed at ${green.at} (${green.seconds} s)`,
    )
    return 'skipped'
  }
  const proof = check.proof && stampOfProof(check.proof)
  if (!always && proof !== undefined && readJson(PROOFS)[check.name] === proof) {
    printRemark(check.name, `not run: what it depends on is as it was when it passed (${PROOFS})`)
    return 'skipped'
  }
  const startedAt = performance.now()
  try {
    const env = await ready(check)
    await step(check.name, async () => findSummary(await runAndKeep(check, env)))
  } catch (cause) {
    process.stdout.write(`${cause.message}\n`)
    return 'failed'
  }
  // Inputs that changed during the run were not checked.
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (stamp !== undefined && stamp === stampOfCheck(check)) {
    writeJson(GREEN, check.name, { stamp, at: new Date().toISOString().slice(0, 16), seconds })
    if (proof !== undefined) writeProof(check.name, proof)
  }
  return 'passed'
}

function stampOfCheck({ inputs, command, full, needs }) {
  if (full) return undefined
  const named = { browser: process.env.LATCHKEY_CHROMIUM, postgres: process.env.LATCHKEY_TEST_POSTGRES }[
    needs
  ]
  const tools = `${command} ${process.version} ${process.platform} ${named ?? ''}`
  return computeStamp([...inputs, 'package-lock.json', 'src/cli/setup/checks.mjs'], tools, { tests: true })
}

/**
 * Returns the same stamp on every machine, because tool versions come from the lockfile and files from the
 * repository.
 */
function stampOfProof({ inputs, tools }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const versions = tools.map((name) => `${name} ${packages[`node_modules/${name}`]?.version}`)
  return computeStamp(inputs, versions.join('\n'), { tests: true })
}

function writeProof(name, proof) {
  if (readJson(PROOFS)[name] === proof) return
  writeJson(PROOFS, name, proof)
  process.stdout.write(`    the long run of ${name} passed for the current files: commit ${PROOFS}\n`)
}

/** Writes the whole output to a file. Prints its end after a failure. */
async function runAndKeep({ name, command }, env) {
  const file = `node_modules/.cache/latchkey-checks/${name}.log`
  try {
    const output = await runLine(command, { env: { NO_COLOR: '1', ...env } })
    writeText(file, output)
    return output
  } catch (cause) {
    if (!(cause instanceof StepError) || cause.output === undefined) throw cause
    writeText(file, cause.output)
    throw new StepError(`${cause.output.slice(-TAIL_LENGTH)}\nThe whole output: ${file}`)
  }
}

/** The last output line that counts the checked items, such as tests. */
function findSummary(output) {
  const telling = output.split('\n').filter((line) => /\b(\d+( tests)? passed|files|ok)\b/.test(line))
  return telling.at(-1)?.trim().slice(0, 90) ?? ''
}

function printRemark(name, remark) {
  process.stdout.write(`  – ${name.padEnd(16)} ${remark}\n`)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return {}
  }
}

function writeJson(file, name, value) {
  const entries = Object.entries({ ...readJson(file), [name]: value }).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  writeText(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}
