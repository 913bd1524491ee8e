import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endsWithThis } from './ending.mjs'

/**
 * The repository's root. These files run before anything is installed, so they use plain Node without
 * dependencies.
 */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** A failed step. `message` is one sentence that says what to do. */
export class StepError extends Error {
  /** The output of the failed command. Undefined if it could not be started. */
  output
}

const isWindows = process.platform === 'win32'
const interactive = process.stdout.isTTY === true

/**
 * Runs one visible step: prints a line while it works and another with the time when it is done. `work`
 * returns a short remark such as "already installed".
 */
export async function step(name, work) {
  const startedAt = performance.now()
  if (interactive) process.stdout.write(`  … ${name}`)
  try {
    const remark = await work()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const line = `  ✓ ${name.padEnd(16)} ${remark ?? ''} (${seconds} s)`
    process.stdout.write(interactive ? `\r${line}\u001b[K\n` : `${line}\n`)
  } catch (cause) {
    process.stdout.write(interactive ? `\r  ✗ ${name}\u001b[K\n` : `  ✗ ${name}\n`)
    throw cause
  }
}

/**
 * Runs a command. If this process ends first, the command ends with everything that it started. `show` prints
 * its output to the terminal. Otherwise the output is returned, and is part of the error if the command
 * fails. `more` has further options of `spawn`.
 */
export function run(command, args, { show = false, env = {}, ...more } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: isWindows,
      // A new process group can be ended as a whole.
      detached: !isWindows,
      ...more,
    })
    const unlist =
      child.pid === undefined ? undefined : endsWithThis({ pid: child.pid, isGroup: true, graceMs: 4_000 })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (cause) => reject(new StepError(`${command} could not be started: ${cause.message}`)))
    child.on('close', (code) => {
      unlist?.()
      if (code === 0) resolve(output)
      else {
        const text = `${command} ${args.join(' ')} failed (exit ${code}).\n${output.slice(-4000)}`
        reject(Object.assign(new StepError(text), { output }))
      }
    })
  })
}

/** Runs a command line whose words are separated by spaces. Programs of installed packages are called by name. */
export function runLine(line, { env = {}, ...more } = {}) {
  const [command = '', ...args] = line.split(' ')
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return run(command, args, { env: { ...env, PATH: path }, ...more })
}

/** Exits with the message of a StepError, or with the stack of an unexpected error. */
export function exitWith(cause) {
  process.stderr.write(`\n${cause instanceof StepError ? cause.message : (cause?.stack ?? String(cause))}\n`)
  process.exit(1)
}
