import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#service/chain/anvil-process.ts'
import { programArguments } from '#service/testing/built-program.ts'

const READY_MS_MAX = 240_000
/**
 * Time limit of a test that starts several servers in sequence, in milliseconds. Long, because the machine may be
 * busy.
 */
export const SERVERS_TIMEOUT_MS = 1_800_000

type Environment = Record<string, string | undefined>

/** Starts `latchkey` from this source tree in its own process, with none of this process's settings. */
async function start(args: readonly string[], environment: Environment) {
  const child = spawn(process.execPath, await programArguments('src/cli/index.ts', ...args), {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, ended, output: () => output }
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/** Starts a server and waits for `/readyz`. Pass `port` to let another server take its place. */
export async function startServer(environment: Environment, args: readonly string[] = ['serve']) {
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
    /** Returns the server's output so far. */
    output,
    ended,
    /** Kills the server, as a crash would. */
    kill: async () => void (await end('SIGKILL')),
    /** Asks the server to stop. Returns its exit code. */
    stop: () => end('SIGTERM'),
    /** Asks the server to stop and does not wait. */
    askToStop: () => void child.kill('SIGTERM'),
  }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.ok === true
}
