import { execFileSync, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * What this process started ends with it, however it ends. A second process (`end-what-is-left.mjs`) is given the list,
 * and does the ending when its input closes: on purpose after a signal, by the system after `kill -9`. npm passes
 * neither SIGKILL on nor, by way of some shells, any signal at all: the end of npm counts as a signal too.
 */
const PROGRAM = fileURLToPath(new URL('end-what-is-left.mjs', import.meta.url))
const PARENT_POLL_MS = 250

let keeper
let number = 0
let isEnding = false

/**
 * Has a process that was started here end before this one does. Returns what takes it off the list, for when it has
 * ended by itself.
 *
 * @param {{ pid?: number, isGroup?: boolean, signal?: string, graceMs?: number, folder?: string }} left
 *   the process, or its whole group; the signal that asks it to end (SIGTERM); how long it may take until it is killed
 *   (10 s); a folder to remove when it has ended
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

/** Ends this process, after what it started, by SIGINT, by SIGTERM and with the npm that started it. */
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

/** One signal arrives several times: from the terminal, from npm and from its shell. They count once. */
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

/** The parent; and where that is npm's shell, npm too, because the shell outlives it. */
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

/** What starts while this process ends is too late for the list. */
function killNow({ pid, isGroup = false }) {
  if (pid === undefined) return
  try {
    process.kill(isGroup && process.platform !== 'win32' ? -pid : pid, 'SIGKILL')
  } catch {
    // It has ended already.
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
 * Runs a Node program as if it were this one: its output is here, it ends with this process, and this one with it.
 *
 * @param graceMs how long it may take to stop until it is killed
 */
export function inForeground(args, { cwd, graceMs }) {
  const program = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
  program.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  endsWithThis({ pid: program.pid, graceMs })
}
