import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { readSandboxFile } from '#service/index.ts'

/** CPU time so far, in milliseconds. 0 if unknown. */
export type CpuTime = { serviceMs: number; chainMs: number }

export type MeasuredServer = {
  origin: string
  dataDir: string
  apiKey: string
  tokens: { erc20: string }
  cpu: () => CpuTime
  /** Resident memory of the service and of its embedded chain. 0 if unknown. */
  memoryMb: () => { service: number; chain: number }
  close: () => Promise<void>
}

/** The result of `sysconf(_SC_CLK_TCK)` on every current Linux. */
const TICKS_PER_SECOND = 100

/** Runs work in a temporary folder and removes it afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a page of a list and the query of the next one. */
export async function readPage(
  { origin, apiKey }: MeasuredServer,
  path: string,
): Promise<{ content: unknown; next: string | undefined }> {
  const response = await fetch(`${origin}${path}`, { headers: { 'x-api-key': apiKey } })
  const { content } = z.object({ content: z.unknown() }).parse(await response.json())
  const link = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { content, next: link === undefined ? undefined : new URL(link).search }
}

/** Starts the product like `npm start`, in its own process and folder, with the sandbox's defaults. */
export async function startMeasuredServer(
  dataDir?: string,
  program: Program = 'sources',
): Promise<MeasuredServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'latchkey-bench-')))
  const process = await startMeasuredProcess(
    { DATA_DIR: folder, DEMO_PORT: String(await freePort()) },
    [],
    program,
  )
  const sandbox = await readSandboxFile(folder)
  if (sandbox === undefined) throw new Error('the server wrote no sandbox.json')
  return {
    origin: process.origin,
    dataDir: folder,
    apiKey: sandbox.apiKey,
    tokens: sandbox.tokens,
    cpu: () => ({ serviceMs: process.cpuMs(), chainMs: process.chainMs() }),
    memoryMb: process.memoryMb,
    close: async () => {
      await process.close()
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The built program serves the built pages and the widget; the sources need no build. */
type Program = 'sources' | 'built'

/** A running service process. `chainMs` is the CPU time of its embedded chain. */
export type MeasuredProcess = {
  origin: string
  cpuMs: () => number
  chainMs: () => number
  memoryMb: MeasuredServer['memoryMb']
  close: () => Promise<void>
}

/** Settings that turn the budgets off, because a benchmark uses more gas than the default budgets of a day. */
const UNLIMITED = { GAS_BUDGET_WEI_PER_DAY: 'none', WALLET_GAS_PER_DAY: 'none', USER_GAS_PER_DAY: 'none' }

/** Starts `latchkey serve` with these settings and waits until it is ready. */
export async function startMeasuredProcess(
  environment: Record<string, string>,
  args: readonly string[] = [],
  program: Program = 'sources',
): Promise<MeasuredProcess> {
  const port = await freePort()
  const [command, ...before] = [...words('LATCHKEY_BENCH_WRAP'), process.execPath]
  const child = spawn(command, [...before, ...programArguments(program), 'serve', ...args], {
    env: { ...UNLIMITED, ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await untilReady(origin, child)
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return {
    origin,
    cpuMs: () => cpuMs(child.pid),
    chainMs: () => cpuMs(chainPid(child.pid)),
    memoryMb: () => ({ service: residentMb(child.pid), chain: residentMb(chainPid(child.pid)) }),
    close,
  }
}

/** Program arguments. `LATCHKEY_BENCH_NODE_OPTIONS` may add options such as `--cpu-prof`. */
function programArguments(program: Program): string[] {
  const started = program === 'built' ? ['dist/server/index.js'] : ['--import', 'tsx', 'src/cli/index.ts']
  return [...words('LATCHKEY_BENCH_NODE_OPTIONS'), ...started]
}

/**
 * Returns the words of an environment variable. `LATCHKEY_BENCH_WRAP` may hold a command that starts each process,
 * for example one that limits the process to a share of the machine. If each process gets a part of a core, several
 * processes do not compete for the few cores.
 */
function words(name: string): string[] {
  return (process.env[name] ?? '').split(' ').filter((one) => one !== '')
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (ready?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Process id of the anvil among the children of a process. Source: proc(5). */
function chainPid(parent: number | undefined): number | undefined {
  try {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')
    return children.map(Number).find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'anvil')
  } catch {
    return undefined
  }
}

/** Resident memory of a process. Source: proc(5), /proc/pid/status. */
function residentMb(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1_024)
  } catch {
    return 0
  }
}

/** User and system time of a process. Source: proc(5), /proc/pid/stat, fields 14 and 15. */
export function cpuMs(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
