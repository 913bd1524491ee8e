import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

/** The folder whose lockfile pins the additional nodes. They are not part of the product or of its lockfile. */
const FOLDER = fileURLToPath(new URL('../../../../e2e/nodes/', import.meta.url))
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) })

/** Installs the additional node implementations unless they exist. Returns their folder. */
export async function installNodes(): Promise<string> {
  const [pinned, installed] = await Promise.all([
    versionsIn(join(FOLDER, 'package-lock.json')),
    versionsIn(join(FOLDER, 'node_modules/.package-lock.json')).catch(() => undefined),
  ])
  const isThere = NEEDED.every((name) => installed?.get(name) === pinned.get(name))
  if (!isThere) await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER })
  return FOLDER
}

const NEEDED = ['node_modules/hardhat', 'node_modules/@ethereumjs/client']

async function versionsIn(lock: string): Promise<Map<string, string | undefined>> {
  const { packages } = z.parse(lockSchema, JSON.parse(await readFile(lock, 'utf8')))
  return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]))
}
