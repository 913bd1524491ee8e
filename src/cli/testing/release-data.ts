import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { runProgram } from '#cli/run-program.ts'
import { completeRestore, openDatabase, type OpenDatabase } from '#service/index.ts'
import { loadIntoFolder, loadIntoPostgres } from '#service/testing/load-statements.ts'
import { makeQuickFolder } from '#service/testing/quick-folder.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'

/**
 * Releases whose data later versions must upgrade, as folders of `releases`. `make-release-data.ts` makes one. Until
 * the first release is made, the candidate may be made again; a released folder never changes.
 */
export const RELEASES = ['0.9.0-candidate'] as const

const factsSchema = z.object({
  madeAt: z.string(),
  adminHeaders: z.record(z.string(), z.string()),
  rows: z.record(z.string(), z.number()),
})

/** Time of the data, headers of its administrator's session, and number of rows by table. */
type ReleaseFacts = z.infer<typeof factsSchema>

export type RestoredRelease = {
  facts: ReleaseFacts
  /** The settings of a process on the restored data. */
  environment: Record<string, string>
  open: () => Promise<OpenDatabase>
  remove: () => Promise<void>
}

/** Restores the data of a release: into a Postgres, or into an embedded database if `postgres` is undefined. */
export async function restoreRelease(
  release: (typeof RELEASES)[number],
  postgres: string | undefined,
): Promise<RestoredRelease> {
  const folder = fileURLToPath(new URL(`releases/${release}/`, import.meta.url))
  const facts = factsSchema.parse(JSON.parse(await readFile(join(folder, 'facts.json'), 'utf8')))
  const statements = gunzipSync(await readFile(join(folder, 'database.sql.gz'))).toString()
  const dataDir = await makeQuickFolder('release')
  await mkdir(dataDir, { recursive: true })
  await runProgram('tar', ['-xzf', join(folder, 'data.tar.gz'), '-C', dataDir], { missing: 'tar is missing' })
  const made = postgres === undefined ? undefined : await createPostgresDatabase(postgres)
  if (made === undefined) await loadIntoFolder(join(dataDir, 'database'), statements)
  else await loadIntoPostgres(made.url, statements)
  const log = pino({ level: 'silent' })
  const open = () => openDatabase({ databaseUrl: made?.url, dataDir, log, migrate: false })
  const database = await open()
  try {
    await completeRestore(database.db)
  } finally {
    await database.close()
  }
  return {
    facts,
    environment: { DATA_DIR: dataDir, ...(made && { DATABASE_URL: made.url }) },
    open,
    remove: async () => {
      await made?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
