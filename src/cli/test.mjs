import { availableParallelism } from 'node:os'
import { ensureBrowser } from './setup/browser.mjs'
import { CHECKS } from './setup/checks.mjs'
import { ensurePostgres } from './setup/postgres.mjs'
import { checkNode, ensureBuild, ensureDependencies } from './setup/prepare.mjs'
import { runCheck } from './setup/run-check.mjs'
import { exitWith, StepError } from './setup/steps.mjs'

const USAGE = `npm test                 runs the checks of this tier, except those that passed for the current files
npm test -- --all        runs every check of this tier
npm test -- lint unit    always runs these two checks
npm run test:full        runs the checks of the other tier: long runs, every state, language and browser`

/**
 * `npm test` and `npm run test:full`: installs missing dependencies and runs every check. Fails if any check
 * fails.
 */
async function test() {
  const { tier, names, always } = readArguments(process.argv.slice(2))
  const startedAt = performance.now()
  process.stdout.write(`\nLatchkey: ${tier.title}\n\n`)
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const chosen = tier.checks.filter(({ name }) => names.length === 0 || names.includes(name))
  const needed = openNeeded()
  const outcomes = []
  try {
    const check = async (each) =>
      outcomes.push([each.name, await runCheck(each, { always, ready: needed.ready })])
    await inLanes(chosen, check)
  } finally {
    await needed.close()
  }
  const count = (wanted) => outcomes.filter(([, outcome]) => outcome === wanted).length
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  process.stdout.write(
    `\n${minutes} minutes\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`,
  )
  const failed = outcomes.filter(([, outcome]) => outcome === 'failed').map(([name]) => name)
  if (failed.length > 0) throw new StepError(`Failed: ${failed.join(', ')}.`)
}

function readArguments(given) {
  const full = given.includes('--full')
  const names = given.filter((argument) => !argument.startsWith('--'))
  const checks = CHECKS.filter((check) => Boolean(check.full) === full)
  const unknown = given.filter(
    (argument) => !['--full', '--all'].includes(argument) && !checks.some(({ name }) => name === argument),
  )
  if (unknown.length > 0) {
    throw new StepError(
      `No such check: ${unknown.join(', ')}. The checks are ${checks.map(({ name }) => name).join(', ')}.\n\n${USAGE}`,
    )
  }
  const title = full ? 'every check of the full tier' : 'every check'
  return { tier: { title, checks }, names, always: full || names.length > 0 || given.includes('--all') }
}

/** Runs the checks in two lanes at once: checks that use only one core run next to all others. */
async function inLanes(chosen, check) {
  const inTurn = async (checks) => {
    for (const each of checks) await check(each)
  }
  const parallel = inTurn(chosen.filter((check) => check.parallel))
  if (availableParallelism() < 2) await parallel
  await inTurn(chosen.filter((check) => !check.parallel))
  await parallel
}

/** Starts a browser and a Postgres for the first check that needs them. Later checks reuse them. */
function openNeeded() {
  let browser
  let postgres
  const kinds = {
    browser: async () => ({ LATCHKEY_CHROMIUM: await (browser ??= ensureBrowser()) }),
    browsers: async () => ({
      ...(await kinds.browser()),
      LATCHKEY_CHROMIUM_WINDOWED: await ensureBrowser({ windowed: true }),
    }),
    postgres: async () => ({ LATCHKEY_TEST_POSTGRES: (await (postgres ??= ensurePostgres())).url }),
  }
  return {
    ready: async ({ needs, env }) => ({ ...env, ...(await kinds[needs]?.()) }),
    close: async () => (await postgres?.catch(() => undefined))?.stop(),
  }
}

test().catch(exitWith)
