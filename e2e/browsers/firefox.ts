import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { BrowserMissing, until, type Driver } from './driver.ts'
import { installPackages } from './install-packages.ts'

const answerSchema = z.tuple([
  z.literal(1),
  z.number(),
  z.nullable(z.object({ message: z.string() })),
  z.unknown(),
])
const valueSchema = z.object({ value: z.unknown() })

const FIREFOX = '/usr/bin/firefox-esr'
const CONSOLE_ON_STDOUT = {
  'devtools.console.stdout.content': true,
  'browser.dom.window.dump.enabled': true,
}

/** Headless Firefox, controlled by its Marionette protocol. Each message is its length, a colon, and JSON. */
export async function startFirefox(say: (text: string) => void): Promise<Driver> {
  const own = process.env['LATCHKEY_FIREFOX']
  if (own === undefined && !existsSync(FIREFOX)) installPackages(['firefox-esr'], say)
  const profile = await mkdtemp(join(tmpdir(), 'latchkey-firefox-'))
  const port = await freePort()
  const preferences = { ...CONSOLE_ON_STDOUT, 'marionette.port': port }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${value});\n`)
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--marionette', '--profile', profile, '--no-remote']
  const browser = spawn(own ?? FIREFOX, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: profile },
  })
  let output = ''
  browser.stdout.on('data', (chunk) => (output += String(chunk)))
  browser.stderr.on('data', (chunk) => (output += String(chunk)))
  const missing = new Promise<never>((_resolve, reject) =>
    browser.once('error', (cause) => reject(new BrowserMissing(`Firefox: ${cause.message}`))),
  )
  const socket = await Promise.race([missing, until('Firefox listens', () => open(port))])
  const send = createMarionette(socket)
  await send('WebDriver:NewSession', {})
  return {
    name: 'Firefox',
    open: async (url) => void (await send('WebDriver:Navigate', { url })),
    run: async (script, ...args) =>
      valueSchema.parse(await send('WebDriver:ExecuteScript', { script, args })).value,
    output: async () => output,
    async close() {
      await send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {})
      socket.destroy()
      browser.kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

type Send = (command: string, parameters: object) => Promise<unknown>

function createMarionette(socket: Socket): Send {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>()
  let buffer = Buffer.alloc(0)
  let commands = 0

  function take(message: unknown): void {
    // The first message is the browser's greeting, not a response.
    const parsed = answerSchema.safeParse(message)
    if (!parsed.success) return
    const [, id, error, result] = parsed.data
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === null) asked?.resolve(result)
    else asked?.reject(new Error(error.message))
  }

  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const colon = buffer.indexOf(':')
      const length = Number(buffer.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || buffer.length < colon + 1 + length) return
      take(JSON.parse(buffer.subarray(colon + 1, colon + 1 + length).toString()))
      buffer = buffer.subarray(colon + 1 + length)
    }
  })
  return (command, parameters) =>
    new Promise((resolve, reject) => {
      commands += 1
      waiting.set(commands, { resolve, reject })
      const text = Buffer.from(JSON.stringify([0, commands, command, parameters]))
      socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]))
    })
}
