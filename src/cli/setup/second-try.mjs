import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run, StepError } from './steps.mjs'

/** More tests than this that fail at first are no accident of a busy machine. */
const FAILED_MAX = 3

/**
 * Runs a check, and where few of its tests failed, those once more by themselves: on a machine with two busy
 * cores a browser or a deadline is late now and then. What passes only then is answered in `late`, and printed
 * by the caller: it is a fault to be found, not a success.
 */
export async function runTwiceIfLate(script, env) {
  const seeing = SEEING[script]
  if (seeing === undefined) return { output: await runScript(script, [], env), late: [] }
  rmSync(seeing.file, { force: true })
  try {
    return { output: await runScript(script, seeing.report, { ...env, ...seeing.env }), late: [] }
  } catch (cause) {
    const failed = seeing.failedIn(readReport(seeing.file))
    if (failed.length === 0 || failed.length > FAILED_MAX) throw cause
    const output = await run('npx', seeing.again(failed), { env }).catch((again) => {
      throw new StepError(`${cause.message}\n\nAnd once more by themselves:\n${again.message}`)
    })
    return { output, late: failed.map(({ title }) => title) }
  }
}

const runScript = (script, more, env) => run('npm', ['run', '--silent', script, '--', ...more], { env })
const cache = (name) => join(root, 'node_modules/.cache', name)

function vitest(name) {
  const file = cache(`latchkey-${name}.json`)
  return {
    file,
    report: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env: {},
    failedIn: ({ testResults = [] }) =>
      testResults
        .filter(({ status }) => status === 'failed')
        .flatMap(({ name: path, assertionResults }) => {
          const failed = assertionResults.filter(({ status }) => status === 'failed')
          // A file that failed as a whole, such as one that could not be loaded, is its own title.
          const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ['the whole file']
          return titles.map((title) => ({
            file: relative(root, path),
            title: `${relative(root, path)}: ${title}`,
          }))
        }),
    again: (failed) => ['vitest', 'run', ...new Set(failed.map(({ file: path }) => path))],
  }
}

const SEEING = {
  'check:unit': vitest('unit'),
  'check:postgres': vitest('postgres'),
  'check:e2e': {
    file: cache('latchkey-e2e.json'),
    report: ['--reporter=list,html,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: cache('latchkey-e2e.json'), PLAYWRIGHT_HTML_OPEN: 'never' },
    failedIn: ({ suites = [] }) => failedSpecs(suites),
    again: () => ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--last-failed'],
  },
}

function failedSpecs(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => ({ file, title: `e2e/${file}: ${title}` })),
    ...failedSpecs(inner),
  ])
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
