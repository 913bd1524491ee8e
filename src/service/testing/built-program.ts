import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const CACHE = 'node_modules/.cache/latchkey-test'
/** Separate folders, so that simultaneous test processes do not overwrite each other's builds. */
const FOLDER = `${CACHE}/programs-${process.pid}`
/** Limit of a build and of a run, in milliseconds. Shorter than the limit of a test. */
const PROGRAM_MS_MAX = 240_000

const built = new Map<string, Promise<string>>()

/**
 * The path of a program of this source tree in JavaScript, built like the shipped server. The built program starts
 * in a third of the time that its sources take. Each test process builds a program once, and the next test process
 * deletes the build.
 *
 * @param entry From the root of the repository, such as `src/service/testing/crash-child.ts`.
 */
export function builtProgram(entry: string): Promise<string> {
  const program = built.get(entry) ?? build(entry)
  built.set(entry, program)
  return program
}

/**
 * Node's arguments for a built program. The program runs only briefly. Therefore, WebAssembly is not compiled a
 * second time for speed, which took half of all the program's work.
 */
export async function programArguments(entry: string, ...args: string[]): Promise<string[]> {
  return ['--liftoff-only', await builtProgram(entry), ...args]
}

/**
 * Runs a built program to its end. Returns the signal that ended it, if any.
 *
 * @throws Error if it does not end in time
 */
export async function runProgram(
  [entry, ...args]: readonly [string, ...string[]],
  onLine: (text: string, child: ChildProcess) => void,
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, await programArguments(entry, ...args), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended: Promise<[unknown, NodeJS.Signals | null]> = once(child, 'exit').then(([code, signal]) => [
    code,
    signal,
  ])
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, PROGRAM_MS_MAX)
  for await (const text of createInterface({ input: child.stdout })) onLine(text, child)
  const [, signal] = await ended
  clearTimeout(timer)
  if (isLate) throw new Error(`${[entry, ...args].join(' ')} did not end within ${PROGRAM_MS_MAX / 1_000} s`)
  return signal
}

async function build(entry: string): Promise<string> {
  if (built.size === 0) removeLeftovers()
  const folder = `${FOLDER}/${basename(entry, '.ts')}`
  const config = ['--config', 'src/cli/vite.config.ts', '--logLevel', 'error']
  const args = [VITE, 'build', ...config, '--ssr', entry, '--outDir', folder]
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, timeout: PROGRAM_MS_MAX })
  return join(ROOT, folder, 'index.js')
}

/** Deletes the builds of test processes that have ended, because killed processes cannot clean up. */
function removeLeftovers(): void {
  const cache = join(ROOT, CACHE)
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    const pid = /^programs-(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(cache, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
