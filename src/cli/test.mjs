import { checkNode, ensureBuild, ensureDependencies } from './setup/prepare.mjs'
import { ensureBrowser } from './setup/browser.mjs'
import { exitWith, run, step, StepError } from './setup/steps.mjs'

/** Every check, fastest first. `npm test -- types unit` runs only those named. */
const CHECKS = [
  ['format', 'check:format'],
  ['lint', 'check:lint'],
  ['types', 'check:types'],
  ['unused', 'check:unused'],
  ['size', 'check:size'],
  ['abi', 'check:abi'],
  ['gas', 'check:gas'],
  ['gates', 'check:gates'],
  ['contracts', 'check:contracts'],
  ['unit', 'check:unit'],
  ['e2e', 'check:e2e'],
]

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
  const browser = await ensureBrowser()
  const failures = []
  for (const [name, script] of CHECKS.filter(([known]) => wanted.length === 0 || wanted.includes(known))) {
    const env = { ...numbers, LATCHKEY_CHROMIUM: browser, FORCE_COLOR: '0' }
    await step(name, async () => summary(await run('npm', ['run', '--silent', script], { env }))).catch(
      (cause) => {
        process.stdout.write(`${cause.message}\n`)
        failures.push(name)
      },
    )
  }
  if (failures.length > 0) throw new StepError(`Failed: ${failures.join(', ')}.`)
  process.stdout.write('\nEverything passed.\n')
}

/** The last telling line of a check's output, such as a count of tests. */
function summary(output) {
  const telling = output.split('\n').filter((line) => /\b(passed|Tests|tests|files|ok)\b/.test(line))
  return telling.at(-1)?.trim().slice(0, 80) ?? ''
}

test().catch(exitWith)
