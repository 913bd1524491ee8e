import { execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '#service/chain/free-port.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const VITE = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url))
const BUILT = 'node_modules/.cache/latchkey-test/server'
const READY_MS_MAX = 60_000

type Environment = Record<string, string | undefined>

export type ServerProcess = {
  url: string
  /** Everything it printed. */
  output: () => string
  /** Ends it as a crash would. */
  kill: () => Promise<void>
  /** Asks it to end; answers its exit code. */
  stop: () => Promise<number | null>
  /** Asks it to end and does not wait. */
  askToStop: () => void
  ended: Promise<number | null>
}

let built: Promise<string> | undefined

/** The server of this source tree in one file, as it is shipped: it starts in a fraction of the sources' time. */
function builtServer(): Promise<string> {
  built ??= build()
  return built
}

async function build(): Promise<string> {
  // Test files that build at once do not write over each other.
  const folder = `${BUILT}-${process.pid}`
  const args = [
    VITE,
    'build',
    '--config',
    'src/cli/vite.config.ts',
    '--logLevel',
    'error',
    '--outDir',
    folder,
  ]
  await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  process.once('exit', () => rmSync(join(ROOT, folder), { recursive: true, force: true }))
  return join(ROOT, folder, 'index.js')
}

/** One `latchkey` of this source tree as a process of its own, with nothing of this process's settings. */
async function start(args: readonly string[], environment: Environment) {
  const child = spawn(process.execPath, [await builtServer(), ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, ended, output: () => output }
}

/** A server that answers on `/readyz`; `port` may be given so that another one takes its place. */
export async function startServer(
  environment: Environment,
  args: readonly string[] = ['serve'],
): Promise<ServerProcess> {
  const port = environment['PORT'] ?? String(await freePort())
  const { child, ended, output } = await start(args, { PORT: port, ...environment })
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + READY_MS_MAX
  while (!(await answers(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`Not ready in time:\n${output()}`)
    }
    await wait(20)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url,
    output,
    ended,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    askToStop: () => void child.kill('SIGTERM'),
  }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.ok === true
}
