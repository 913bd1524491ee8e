import { checkNode, ensureBuild, ensureDependencies } from './setup/prepare.mjs'
import { ensureBrowser } from './setup/browser.mjs'
import { ensurePostgres } from './setup/postgres.mjs'
import { runTwiceIfLate } from './setup/second-try.mjs'
import { exitWith, step, StepError } from './setup/steps.mjs'

/** Every check, fastest first. `npm test -- types unit` runs only those named. */
const CHECKS = [
  ['format', 'check:format'],
  ['lint', 'check:lint'],
  ['types', 'check:types'],
  ['unused', 'check:unused'],
  ['size', 'check:size'],
  ['package', 'check:package'],
  ['abi', 'check:abi'],
  ['gas', 'check:gas'],
  ['texts', 'check:texts'],
  ['gates', 'check:gates'],
  ['contracts', 'check:contracts'],
  ['unit', 'check:unit'],
  ['postgres', 'check:postgres'],
  ['e2e', 'check:e2e'],
]

/** Runs beside the other checks from the start: forge has one long test at its end, which keeps one core busy. */
const BESIDE = 'contracts'
/** Begins when all others have ended: browsers on a busy machine measure the machine. */
const ALONE = 'e2e'

/** `npm run test:long`: the same checks with bigger numbers. */
const LONG = { FOUNDRY_PROFILE: 'long', LATCHKEY_FUZZ_REQUESTS: '100000', LATCHKEY_RANDOM_KILLS: '1000' }

/** `npm test`: installs what is missing, the browser too, and runs every check. All of them run; any failure fails. */
async function test() {
  const wanted = process.argv.slice(2).filter((argument) => argument !== '--long')
  const numbers = process.argv.includes('--long') ? LONG : {}
  const unknown = wanted.filter((name) => !CHECKS.some(([known]) => known === name))
  if (unknown.length > 0) {
    throw new StepError(
      `No such check: ${unknown.join(', ')}. The checks are ${CHECKS.map(([name]) => name).join(', ')}.`,
    )
  }
  process.stdout.write('\nLatchkey: every check\n\n')
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const chosen = CHECKS.filter(([known]) => wanted.length === 0 || wanted.includes(known))
  const has = (name) => chosen.some(([known]) => known === name)
  const browser = has('e2e') ? await ensureBrowser() : undefined
  const postgres = has('postgres') ? await ensurePostgres() : undefined
  const env = { ...numbers, ...(browser && { LATCHKEY_CHROMIUM: browser }), FORCE_COLOR: '0' }
  const failures = []
  const lateTests = []
  const check = ([name, script]) => {
    if (name === 'postgres' && postgres === undefined) {
      process.stdout.write('  – postgres         SKIPPED: there is no Postgres to run on\n')
      return
    }
    const database = name === 'postgres' && postgres ? { LATCHKEY_TEST_DATABASE_URL: postgres.url } : {}
    const work = async () => {
      const { output, late } = await runTwiceIfLate(script, { ...env, ...database })
      lateTests.push(...late)
      return late.length === 0 ? summary(output) : `passed, ${late.length} of its tests only the second time`
    }
    return step(name, work).catch((cause) => {
      process.stdout.write(`${cause.message}\n`)
      failures.push(name)
    })
  }
  try {
    await inLanes(chosen, check)
  } finally {
    await postgres?.stop()
  }
  if (failures.length > 0) throw new StepError(`Failed: ${failures.join(', ')}.`)
  if (lateTests.length > 0)
    process.stdout.write(
      `\nPassed only the second time, each a fault to be found:\n  ${lateTests.join('\n  ')}\n`,
    )
  process.stdout.write('\nEverything passed.\n')
}

/** Two lanes, because there are two cores: one check beside all others, and one when they have ended. */
async function inLanes(chosen, check) {
  const only = (names) => chosen.filter(([name]) => names(name))
  const beside = Promise.all(only((name) => name === BESIDE).map(check))
  for (const row of only((name) => name !== BESIDE && name !== ALONE)) await check(row)
  await beside
  for (const row of only((name) => name === ALONE)) await check(row)
}

/** The last telling line of a check's output, such as a count of tests. */
function summary(output) {
  const telling = output.split('\n').filter((line) => /\b(passed|Tests|tests|files|ok)\b/.test(line))
  return telling.at(-1)?.trim().slice(0, 80) ?? ''
}

// A test run that is broken off ends its Postgres too: `exit` does not happen by itself on a signal.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

test().catch(exitWith)
