import { readFileSync } from 'node:fs'

const KILOBYTE = 1_024

/** Returns the resident memory of a process in bytes. Undefined on a system without `/proc`, or after its end. */
export function readProcessMemory(pid: number): number | undefined {
  try {
    const resident = /^VmRSS:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return resident === undefined ? undefined : Number(resident) * KILOBYTE
  } catch {
    return undefined
  }
}
