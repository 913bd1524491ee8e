import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '#service/chain/anvil-process.ts'
import { builtProgram } from '#service/testing/built-program.ts'
import { cpuMs } from './measured-server.ts'

const PROGRAM = 'src/bench/processes-child.ts'

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>

/** Starts a service process and waits until it responds. `seeded` is the line that it printed. */
export async function startServiceProcess(
  settings: object,
  port?: number,
): Promise<{
  origin: string
  port: number
  seeded: string
  end: (signal: NodeJS.Signals) => Promise<void>
  cpuMs: () => number
}> {
  const at = port ?? (await freePort())
  const args = [await builtProgram(PROGRAM), JSON.stringify({ ...settings, port: at })]
  // The child's input closes when this process ends, and the child then exits.
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const seeded = await firstLine(child, ended)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { origin: `http://127.0.0.1:${at}`, port: at, seeded, end, cpuMs: () => cpuMs(child.pid) }
}

async function firstLine(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output')
  const line = once(createInterface({ input: child.stdout }), 'line')
  const [text]: unknown[] = await Promise.race([line, ended.then(() => [])])
  if (typeof text !== 'string') throw new Error('a service process ended before it answered')
  return text
}

/** Settings of a process's turns (`createTurns`) that differ from the defaults. Null means no limit. */
export type TurnSettings = { simulationsAtOnceMax?: number; executionsAtOnceMin?: number | null }

/** Service processes with these settings. `running` lists those that run at the moment. */
export function openProcesses(settings: object) {
  const running: ServiceProcess[] = []
  return {
    running,
    origins: () => running.map(({ origin }) => origin),
    start: async (count: number, turns: TurnSettings = {}) => {
      const all = { ...settings, turns }
      const started = Array.from({ length: count }, () => startServiceProcess(all))
      running.push(...(await Promise.all(started)))
    },
    /** Starts a new process on the port of one that has ended. */
    restart: async ({ port }: ServiceProcess) => void running.push(await startServiceProcess(settings, port)),
    /** Ends one process. The others take over its work. */
    end: async (one: ServiceProcess, signal: NodeJS.Signals) => {
      running.splice(running.indexOf(one), 1)
      await one.end(signal)
    },
    endAll: async (signal: NodeJS.Signals = 'SIGTERM') => {
      await Promise.all(running.splice(0).map((one) => one.end(signal)))
    },
  }
}
