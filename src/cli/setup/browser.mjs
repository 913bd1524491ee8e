import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, step, StepError } from './steps.mjs'

/** The shell is Chromium without its windows, which no test looks at: a quarter faster. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds or installs the browser of the tests and answers its path: LATCHKEY_CHROMIUM, else an installed
 * Chromium or Chrome, else Playwright's download, else Debian's package.
 */
export async function ensureBrowser() {
  let path = ''
  await step('browser', async () => {
    const named = process.env.LATCHKEY_CHROMIUM
    if (named !== undefined && !existsSync(named)) {
      throw new StepError(`LATCHKEY_CHROMIUM names ${named}, and no file is there: correct it or unset it.`)
    }
    path = named ?? installed() ?? (await downloaded()) ?? (await packaged()) ?? ''
    if (path === '') {
      throw new StepError(
        'No browser could be found or installed: install Chromium or Chrome, or name one in LATCHKEY_CHROMIUM, and run the command again.',
      )
    }
    return path
  })
  return path
}

function installed() {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...APPLICATIONS].find((path) => existsSync(path))
}

async function downloaded() {
  try {
    await run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'])
    const { chromium } = await import('playwright-core')
    return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
  } catch {
    return undefined
  }
}

async function packaged() {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  try {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', SHELL]]) {
      const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args]
      await run(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    }
  } catch {
    return undefined
  }
  return installed()
}
