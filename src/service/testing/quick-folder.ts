import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 2 ** 30

/**
 * A new folder for the data of a process. It is in Linux's in-memory folder if that has space, because every
 * commit is synced and other tests keep the disk busy.
 */
export async function makeQuickFolder(name: string): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined)
  const hasSpace = memory !== undefined && memory.bavail * memory.bsize > MEMORY_BYTES_MIN
  return mkdtemp(join(hasSpace ? MEMORY : tmpdir(), `latchkey-${name}-`))
}
