import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * The companion program of a run (`ending.mjs`). Each input line adds a process to its list, or removes it if
 * the line has only an `id`. When the input closes, the run has ended or wants to end: the program ends every
 * listed process and then exits.
 */
const GRACE_MS = 10_000
const KILLED_MS = 5_000
const POLL_MS = 20
const list = new Map()

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, left } = JSON.parse(line)
    if (left === undefined) list.delete(id)
    else list.set(id, left)
  })
  .on('close', () => void Promise.all([...list.values()].map(end)))

async function end({ pid, isGroup = false, signal = 'SIGTERM', graceMs = GRACE_MS, folder }) {
  if (pid !== undefined) {
    const target = isGroup && process.platform !== 'win32' ? -pid : pid
    send(target, signal)
    if (!(await hasEnded(target, graceMs))) send(target, 'SIGKILL')
    await hasEnded(target, KILLED_MS)
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function hasEnded(target, withinMs) {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; await wait(POLL_MS)) {
    if (!send(target, 0)) return true
  }
  return false
}

/**
 * Sends a signal. Returns whether a process received it. Windows has no groups and no signals: there it kills
 * the whole tree.
 */
function send(target, signal) {
  if (process.platform === 'win32' && signal !== 0) {
    return spawnSync('taskkill', ['/pid', String(target), '/t', '/f'], { stdio: 'ignore' }).status === 0
  }
  try {
    return process.kill(target, signal)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
