import { startStack } from '#e2e/fixtures/stack.ts'
import { BrowserMissing, type Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { tryWidget } from './try-widget.ts'
import { startWebKit } from './webkit.ts'

/*
 * `npm run test:browsers`: the widget in what else is on this machine than Chromium. A browser that is not there is said,
 * and is no failure; one that is there must make a wallet and pay.
 */

const say = (text: string) => process.stdout.write(`${text}\n`)

async function tryIn(
  start: () => Promise<Driver>,
  stack: Awaited<ReturnType<typeof startStack>>,
): Promise<boolean> {
  let driver: Driver
  try {
    driver = await start()
  } catch (cause) {
    if (!(cause instanceof BrowserMissing)) throw cause
    say(`not run: ${cause.message}`)
    return true
  }
  try {
    const agent = String(await driver.run('return navigator.userAgent'))
    const seen = await tryWidget(driver, stack)
    say(`${driver.name}: passed (${agent})\n  ${seen.join(' → ')}`)
    return true
  } catch (cause) {
    say(`${driver.name}: FAILED: ${cause instanceof Error ? cause.message : String(cause)}`)
    return false
  } finally {
    await driver.close()
  }
}

const stack = await startStack()
const results: boolean[] = []
try {
  for (const start of [() => startFirefox(), startWebKit]) results.push(await tryIn(start, stack))
} finally {
  await stack.stop()
}
process.exitCode = results.every(Boolean) ? 0 : 1
