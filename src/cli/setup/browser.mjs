import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, step, StepError } from './steps.mjs'

/** The headless shell of Chromium. Tests run a quarter faster with it. */
const SHELL = 'chromium-headless-shell'
const WINDOWED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds or installs the tests' browser and returns its path: LATCHKEY_CHROMIUM, an installed Chromium or
 * Chrome, Playwright's download, or Debian's package if root runs the tests. Prints a line before it installs
 * anything. `windowed` excludes the headless shell, which has no notifications.
 */
export async function ensureBrowser({ windowed = false } = {}) {
  const names = windowed ? WINDOWED : [SHELL, ...WINDOWED]
  let path = ''
  await step('browser', async () => {
    const given = process.env.LATCHKEY_CHROMIUM
    const named = windowed && given?.includes('headless') ? undefined : given
    if (named !== undefined && !existsSync(named)) {
      throw new StepError(`LATCHKEY_CHROMIUM names ${named}, which does not exist: correct it or unset it.`)
    }
    path = named ?? installed(names) ?? (await downloaded()) ?? (await packaged(names)) ?? ''
    if (path === '') {
      throw new StepError(
        'No browser could be found or installed: install Chromium or Chrome (Debian: sudo apt-get install chromium), or set LATCHKEY_CHROMIUM to its path, and run the command again.',
      )
    }
    return path
  })
  return path
}

function installed(names) {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...APPLICATIONS].find((path) => existsSync(path))
}

const say = (text) =>
  process.stdout.write(`\n    ${text} To use an installed browser, set LATCHKEY_CHROMIUM to its path.\n`)

async function downloaded() {
  say('No browser is installed: Playwright downloads Chromium into its folder in your home.')
  try {
    await run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'])
    const { chromium } = await import('playwright-core')
    return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
  } catch {
    return undefined
  }
}

async function packaged(names) {
  // Only root may install packages.
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return undefined
  say(`It could not be downloaded: apt-get installs ${names[0]} on this machine.`)
  try {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', names[0]]]) {
      await run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    }
  } catch {
    return undefined
  }
  return installed(names)
}
