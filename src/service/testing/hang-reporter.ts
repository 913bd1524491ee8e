import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Folder in which a worker writes what it does when it gets `ASK_SIGNAL`. */
const REPORTS = join(tmpdir(), `latchkey-hangs-${process.pid}`)
const ASK_SIGNAL = 'SIGUSR2'
/** Time in which a worker that waits writes its report, also on a busy machine, in milliseconds. */
const REPORT_MS = 5_000

/** Options of a worker that make it write a report when it is asked. */
export const REPORT_ON_SIGNAL = [
  '--report-on-signal',
  `--report-signal=${ASK_SIGNAL}`,
  `--report-directory=${REPORTS}`,
  '--report-exclude-network',
]

/**
 * Ends a run in which nothing happens any more, and names the files that did not end, with what their processes do.
 * Limits of tests and hooks do not apply while a file is loaded, nor to a loop that never waits, so that such a run
 * would never end.
 */
export class HangReporter implements Reporter {
  readonly #silenceMsMax: number
  readonly #open = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined

  /** `silenceMsMax`: time without any result, in milliseconds. Longer than the limit of a test. */
  constructor({ silenceMsMax }: { silenceMsMax: number }) {
    this.#silenceMsMax = silenceMsMax
  }

  onTestRunStart(): void {
    mkdirSync(REPORTS, { recursive: true })
    this.#wait()
  }

  onTestModuleQueued(module: TestModule): void {
    this.#note(module, 'is being loaded')
  }

  onTestModuleCollected(module: TestModule): void {
    this.#note(module, 'is loaded')
  }

  onTestCaseReady({ module, fullName }: TestCase): void {
    this.#note(module, `began: ${fullName}`)
  }

  onTestCaseResult({ module, fullName }: TestCase): void {
    this.#note(module, `ended: ${fullName}`)
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#open.delete(moduleId)
    this.#wait()
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer)
    rmSync(REPORTS, { recursive: true, force: true })
  }

  #note({ moduleId }: TestModule, last: string): void {
    this.#open.set(moduleId, last)
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), this.#silenceMsMax)
  }

  #end(): void {
    const files = [...this.#open].map(([path, last]) => `  ${path}\n    ${last}`)
    const seconds = Math.round(this.#silenceMsMax / 1000)
    process.stderr.write(
      `\nNothing happened for ${seconds} s. These files did not end:\n${files.join('\n')}\n`,
    )
    const workers = listWorkers()
    for (const pid of workers) process.kill(pid, ASK_SIGNAL)
    setTimeout(() => {
      for (const pid of workers) process.stderr.write(describeWorker(pid))
      // A worker in an endless loop does not notice that this process ends.
      for (const pid of workers) process.kill(pid, 'SIGKILL')
      rmSync(REPORTS, { recursive: true, force: true })
      process.exit(1)
    }, REPORT_MS)
  }
}

/** Workers of this process. Only Linux lists them without another program. */
function listWorkers(): number[] {
  if (process.platform !== 'linux') return []
  const isWorker = (pid: string): boolean => {
    try {
      const parent = /^PPid:\t(?<pid>\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.groups?.[
        'pid'
      ]
      return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(REPORTS)
    } catch {
      // The process ended meanwhile.
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isWorker(name))
    .map(Number)
}

/** Describes what a worker runs and what it waits for. A worker in an endless loop writes no report. */
function describeWorker(pid: number): string {
  const name = readdirSync(REPORTS).find((file) => file.includes(`.${pid}.`))
  if (name === undefined)
    return `\nWorker ${pid} did not respond to a signal, so that it is in an endless loop.\n`
  const { javascriptStack, libuv } = JSON.parse(readFileSync(join(REPORTS, name), 'utf8'))
  const waits = libuv.filter(({ is_active }: { is_active: boolean }) => is_active)
  return `\nWorker ${pid} runs ${JSON.stringify(javascriptStack)}\nand waits for ${JSON.stringify(waits)}\n`
}
