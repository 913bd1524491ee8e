import { spawn, execFileSync } from 'node:child_process'
import { freePort } from '#service/chain/anvil-process.ts'
import { inFolder } from './measured-server.ts'
import type { Row } from './print-table.ts'

const COLD_SECONDS_MAX = 90
const WARM_SECONDS_MAX = 5
const STOP_SECONDS_MAX = 60

/** Time of `npm start` in a fresh clone until the page responds: first without installed dependencies, then again. */
export async function benchStart(): Promise<Row[]> {
  return inFolder(async (folder) => {
    execFileSync('git', ['clone', '--quiet', process.cwd(), folder])
    const cold = await secondsToPage(folder)
    const warm = await secondsToPage(folder)
    return [
      row('npm start, fresh clone, to a usable page', cold, COLD_SECONDS_MAX),
      row('npm start again, to a usable page', warm, WARM_SECONDS_MAX),
    ]
  })
}

function row(what: string, seconds: number, secondsMax: number): Row {
  return { what, measured: `${seconds.toFixed(1)} s`, budget: `${secondsMax} s`, met: seconds <= secondsMax }
}

async function secondsToPage(folder: string): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DEMO_PORT: String(await freePort()) },
    stdio: 'ignore',
    detached: true,
  })
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (page?.ok === true && ready?.ok === true) return (performance.now() - startedAt) / 1000
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    if (child.pid !== undefined) await endGroup(child.pid)
  }
}

/** Ends the process group and waits for it. npm ends before the server, which is still writing its data. */
async function endGroup(group: number): Promise<void> {
  const deadline = performance.now() + STOP_SECONDS_MAX * 1_000
  for (let isThere = send(group, 'SIGTERM'); isThere; isThere = send(group, 0)) {
    if (performance.now() > deadline) throw new Error(`npm start did not stop within ${STOP_SECONDS_MAX} s`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sends a signal to a process group. Returns false if the group has no process. */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}
