import { resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { listCauses } from './causes.ts'

const systemErrorSchema = z.object({ code: z.string(), path: z.string() })

/** Endings of the sentence about a path, by the operating system's error code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'is not writable for the user of this process: make that user the owner of the folder',
  EPERM: 'is not writable for the user of this process: make that user the owner of the folder',
  EROFS: 'is on a read-only file system: make it writable',
  EEXIST: 'is a file, but must be a folder: move it away',
  ENOTDIR: 'has a file where a folder must be: move the file away',
  EISDIR: 'is a folder, but must be a file: move it away',
  ENOSPC: 'has no space left on its disk: free some space',
}

/**
 * Explains in a sentence with the setting's name why the data folder cannot be used. Undefined for any other
 * error. Also searches the causes of the error.
 */
export function startSentence(error: unknown, dataDir: string): string | undefined {
  for (const cause of listCauses(error)) {
    const refused = systemErrorSchema.safeParse(cause)
    if (!refused.success) continue
    const { code, path } = refused.data
    const refusal = REFUSALS[code]
    if (refusal !== undefined && isInside(resolve(dataDir), resolve(path))) {
      return `DATA_DIR: ${path} ${refusal}, or set DATA_DIR to another folder. (${code})`
    }
  }
  return undefined
}

/** Whether a path is the folder, lies inside it, or contains it. */
function isInside(folder: string, path: string): boolean {
  return `${path}${sep}`.startsWith(`${folder}${sep}`) || `${folder}${sep}`.startsWith(`${path}${sep}`)
}
