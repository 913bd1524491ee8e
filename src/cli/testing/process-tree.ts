import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

const SETUP = new URL('../setup/', import.meta.url)
const WAIT = { timeout: 120_000, interval: 20 }

type Row = { pid: number; parent: number; text: string }

export type ProcessTree = ReturnType<typeof startTree>

/** Starts a command in its own process group, as a terminal does. */
export function startTree(command: string, args: readonly string[], options: TreeOptions = {}) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  /** Resolves with the exit code or the signal when the first process exits. */
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  return {
    child,
    output: () => output,
    ended,
    /** Ids of the process and of all that it started, itself first. */
    all: () => listTree(child.pid ?? 0),
    /** Resolves when the output matches this text. */
    says: (text: string | RegExp) => expect.poll(() => output, WAIT).toMatch(text),
  }
}

export type TreeOptions = { cwd?: string; env?: Record<string, string> }

/** A package with one script, `npm run go`: a Node program that may import from `src/cli/setup`. */
export function makePackage(program: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
  const scripts = { go: 'node go.mjs' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'package-of-a-test', scripts }))
  writeFileSync(join(folder, 'go.mjs'), program.replaceAll('SETUP/', SETUP.href))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Ids of a process and of all that it started, itself first. */
export function listTree(pid: number): number[] {
  return [pid, ...startedBy(pid, readProcesses())]
}

/** Resolves when all of these processes are gone. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  // Also runs after the tests, where `expect.poll` is refused.
  await vi.waitFor(() => expect(readTexts(pids)).toEqual([]), WAIT)
}

/** Kills the processes that a failed test left behind. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
}

function readTexts(pids: readonly number[]): string[] {
  return readProcesses().flatMap(({ pid, text }) => (pids.includes(pid) ? [text] : []))
}

function startedBy(parent: number, rows: readonly Row[]): number[] {
  const children = rows.filter((row) => row.parent === parent).map(({ pid }) => pid)
  return children.flatMap((pid) => [pid, ...startedBy(pid, rows)])
}

/** Zombies count as gone. */
function readProcesses(): Row[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state=,args='], { encoding: 'utf8' })
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, state, text = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined || state?.startsWith('Z') === true
      ? []
      : [{ pid: Number(pid), parent: Number(parent), text }]
  })
}
