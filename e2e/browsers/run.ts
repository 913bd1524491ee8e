import { startStack, type Stack } from '#e2e/fixtures/stack.ts'
import { findComplaints } from './complaints.ts'
import { BrowserMissing, type Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { createPage, type DrivenPage } from './page.ts'
import { tryApproval } from './try-approval.ts'
import { tryConsole } from './try-console.ts'
import { tryWidget } from './try-widget.ts'
import { startWebKit } from './webkit.ts'

/*
 * `npm run test:full -- browsers` tests the product in Firefox and WebKit. Installs both from Debian's packages if
 * this process may do so. A missing browser fails under `CI` and is only reported elsewhere. Each browser must create
 * a wallet, pay, approve a held payment and show every page of the console, without console errors.
 */

const say = (text: string) => process.stdout.write(`${text}\n`)
const isInCI = (process.env['CI'] ?? '') !== ''

/** Starts a browser. Returns undefined if the browser is missing. */
async function start(open: () => Promise<Driver>): Promise<Driver | undefined> {
  try {
    return await open()
  } catch (cause) {
    if (!(cause instanceof BrowserMissing)) throw cause
    say(`${isInCI ? 'FAILED, missing' : 'not run'}: ${cause.message}`)
    return undefined
  }
}

async function tryIn(driver: Driver, stack: Stack): Promise<boolean> {
  const email = `browsers-${driver.name.toLowerCase()}-${Date.now()}@example.com`
  const page = createPage(driver)
  const parts = {
    'a wallet is made and pays': () => tryWidget(page, stack, email),
    'a held payment is approved': () => tryApproval(page, stack, email),
    'every page of the console is shown': () => tryConsole(page, stack),
  }
  say(`${driver.name}: ${String(await driver.run('return navigator.userAgent'))}`)
  let heard = 0
  let isGood = true
  for (const [name, work] of Object.entries(parts)) {
    const failure = await work().then(
      () => undefined,
      (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
    )
    const complaints = findComplaints(await driver.output()).slice(heard)
    heard += complaints.length
    const problems = [...(failure === undefined ? [] : [failure]), ...complaints]
    say(`  ${problems.length === 0 ? 'passed' : 'FAILED'}: ${name}`)
    for (const problem of problems) say(`    ${problem}`)
    if (failure !== undefined) say(`    shown: ${(await describe(page)).join(' · ')}`)
    isGood &&= problems.length === 0
  }
  return isGood
}

/** Headings and messages on the page, for the report of a failure. */
const describe = (page: DrivenPage) =>
  page.texts('h1, h2, [role=alert], [role=status], button').catch(() => ['nothing'])

const BROWSERS: Record<string, () => Promise<Driver>> = {
  firefox: () => startFirefox(say),
  webkit: () => startWebKit(say),
}
/** Browsers to test. Names after the command select them. */
const names = process.argv.slice(2)
const chosen = Object.entries(BROWSERS).flatMap(([name, open]) =>
  names.length === 0 || names.includes(name) ? [open] : [],
)
const results: boolean[] = []
for (const open of chosen) {
  const driver = await start(open)
  if (driver === undefined) {
    results.push(!isInCI)
    continue
  }
  // Each browser gets its own stack, because the first administrator can enrol only once.
  const stack = await startStack()
  try {
    results.push(await tryIn(driver, stack))
  } finally {
    await driver.close()
    await stack.stop()
  }
}
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1
