import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { BrowserMissing, until, type Driver } from './driver.ts'
import { installPackages } from './install-packages.ts'

const TRIPLET = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
const MINI_BROWSER = `/usr/lib/${TRIPLET}/webkit2gtk-4.1/MiniBrowser`
const DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
const PROGRAMS = [
  [MINI_BROWSER, 'libwebkit2gtk-4.1-0'],
  [DRIVER, 'webkit2gtk-driver'],
  [XVFB, 'xvfb'],
] as const
const PACKAGES = PROGRAMS.map(([, name]) => name)
const answerSchema = z.object({ value: z.unknown() })
const sessionSchema = z.object({ sessionId: z.string() })
const errorSchema = z.object({ error: z.string(), message: z.string() })

/** WebKitGTK's MiniBrowser, controlled by WebDriver. It needs a display, which Xvfb provides. */
export async function startWebKit(say: (text: string) => void): Promise<Driver> {
  const missing = () => PROGRAMS.filter(([path]) => !existsSync(path))
  if (missing().length > 0) installPackages(PACKAGES, say)
  const [first] = missing()
  if (first !== undefined) throw new BrowserMissing(`WebKitGTK: ${first[0]} is missing (package ${first[1]})`)
  const home = await mkdtemp(join(tmpdir(), 'latchkey-webkit-'))
  const [port, display] = [await freePort(), `:${(await freePort()) % 1000}`]
  const env = {
    ...process.env,
    HOME: home,
    DISPLAY: display,
    XDG_RUNTIME_DIR: home,
    // The browser's sandbox does not work as root. This browser loads only our own pages.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  }
  // The driver discards the browser's output, so the browser writes to a file.
  const [binary, printed] = [join(home, 'browser.sh'), join(home, 'printed')]
  const script = `#!/bin/sh\nexec ${MINI_BROWSER} "$@" >>'${printed}' 2>&1\n`
  await writeFile(binary, script, { mode: 0o755 })
  const processes: ChildProcess[] = [
    spawn(XVFB, [display, '-screen', '0', '1280x1024x24'], { stdio: 'ignore' }),
    spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore', env }),
  ]
  const base = `http://127.0.0.1:${port}`
  async function close(): Promise<void> {
    for (const one of processes) one.kill()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const options = { binary, args: ['--automation', '--enable-write-console-messages-to-stdout=true'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const made = await until(
      'WebKitWebDriver’s session',
      () => post(`${base}/session`, { capabilities }),
      30_000,
    )
    const { sessionId } = sessionSchema.parse(made)
    const session = `${base}/session/${sessionId}`
    return {
      name: 'WebKitGTK',
      open: async (url) => void (await post(`${session}/url`, { url })),
      run: (script, ...args) => post(`${session}/execute/sync`, { script, args }),
      output: () => readFile(printed, 'utf8').catch(() => ''),
      async close() {
        await fetch(session, { method: 'DELETE' }).catch(() => {})
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw new BrowserMissing(`WebKitGTK: ${String(cause)}`, { cause })
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  const { value } = answerSchema.parse(await answer.json())
  const failed = errorSchema.safeParse(value)
  if (failed.success) throw new Error(`${failed.data.error}: ${failed.data.message}`)
  return value
}
