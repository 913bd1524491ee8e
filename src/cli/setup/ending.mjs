import { execFileSync, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * Ends every process that this one started, however this one ends. A second process (`end-what-is-left.mjs`) keeps
 * the list and ends the listed processes when its standard input closes. This process closes that input after a
 * signal, and the system closes it after `kill -9`. npm does not forward SIGKILL, and through some shells it forwards
 * no signal at all. The end of npm therefore counts as a signal too.
 */
const PROGRAM = fileURLToPath(new URL('end-what-is-left.mjs', import.meta.url))
const PARENT_POLL_MS = 250

let keeper
let number = 0
let isEnding = false

/**
 * Registers a started process to end before this one. Returns a function that unregisters it after it has
 * ended by itself.
 *
 * @param {{ pid?: number, isGroup?: boolean, signal?: string, graceMs?: number, folder?: string }} left the
 *   process or its whole group; the signal that asks it to end (SIGTERM); the time until it is killed (10 s);
 *   a folder to remove afterwards
 */
export function endsWithThis(left) {
  endWithParent()
  if (isEnding) {
    killNow(left)
    return () => undefined
  }
  number += 1
  const id = number
  sendToKeeper({ id, left })
  return () => sendToKeeper({ id })
}

/** Ends this process and the registered ones on SIGINT, on SIGTERM, and when the npm that started it ends. */
function endWithParent() {
  if (keeper !== undefined) return
  keeper = startKeeper()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => void end(128 + constants.signals[signal]))
  }
  if (process.env.npm_lifecycle_event === undefined) return
  const started = npmAndShell()
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && started.every(isAlive)) return
    clearInterval(timer)
    void end(128 + constants.signals.SIGTERM)
  }, PARENT_POLL_MS)
  timer.unref()
}

/** The terminal, npm and its shell each send a signal. Later ones are ignored. */
async function end(code) {
  if (isEnding) return
  isEnding = true
  const ended = new Promise((resolve) => keeper.once('close', resolve))
  keeper.ref()
  keeper.stdin.end()
  await ended
  process.exit(code)
}

function startKeeper() {
  const started = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  started.unref()
  started.stdin.unref?.()
  started.stdin.on('error', () => undefined)
  return started
}

function sendToKeeper(line) {
  if (!isEnding) keeper.stdin.write(`${JSON.stringify(line)}\n`)
}

/**
 * Returns the parent process. If that is npm's shell, also returns npm's own process, because the shell outlives npm.
 */
function npmAndShell() {
  const parent = process.ppid
  if (process.platform === 'win32') return [parent]
  try {
    const asked = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], { encoding: 'utf8' })
    const [, npm, command] = /^\s*(\d+)\s+(.*)$/.exec(asked.trim()) ?? []
    return command !== undefined && /^\S*sh -c /.test(command) ? [parent, Number(npm)] : [parent]
  } catch {
    return [parent]
  }
}

/** Kills a process that started while this one ends, because the list is already closed. */
function killNow({ pid, isGroup = false }) {
  if (pid === undefined) return
  try {
    process.kill(isGroup && process.platform !== 'win32' ? -pid : pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Runs a Node program in the foreground: it shares this process's output, and either one ends with the other.
 *
 * @param graceMs time to stop before it is killed
 */
export function inForeground(args, { cwd, graceMs }) {
  const program = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
  program.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  endsWithThis({ pid: program.pid, graceMs })
}
