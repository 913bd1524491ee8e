import type { Logger } from 'pino'
import { findLargestGrowth, formatBytes, type EmbeddedGrowth } from '#protocol/console/embedded-growth.ts'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import { readDatabaseBytes, readFreeBytes, type OpenDatabase } from '#service/index.ts'

const LOOK_MS = 3_600_000

type Measured = {
  database: OpenDatabase
  dataDir: string
  /** Reads the memory of the sandbox's chain in bytes. */
  chainMemory: (() => number | undefined) | undefined
}

/** Reads the sizes of the embedded database and chain. Undefined with Postgres. */
export async function readEmbeddedGrowth(measured: Measured): Promise<EmbeddedGrowth | undefined> {
  const { database, dataDir, chainMemory } = measured
  if (database.engine !== 'pglite') return undefined
  return {
    databaseBytes: await readDatabaseBytes(database.db),
    // A file system that does not report its free bytes counts as having room.
    freeDiskBytes: Math.min(readFreeBytes(dataDir)(), Number.MAX_SAFE_INTEGER),
    chainMemoryBytes: chainMemory?.() ?? null,
  }
}

/** A sentence for the operator about growth that will end at a full disk or memory. Undefined while all is small. */
export function describeEmbeddedGrowth(growth: EmbeddedGrowth): string | undefined {
  const largest = findLargestGrowth(growth)
  const database = formatBytes(growth.databaseBytes)
  const move = 'move to Postgres before it is full (latchkey move-database)'
  if (largest === 'disk')
    return `the embedded database has ${database} and grows with each transaction, and ${formatBytes(growth.freeDiskBytes)} of its disk are free: ${move}`
  if (largest === 'memory')
    return `the sandbox's chain uses ${formatBytes(growth.chainMemoryBytes ?? 0)} of memory, and more with each transaction: begin a new sandbox (another DATA_DIR), or use a real chain (RPC_URL)`
  if (largest === 'database')
    return `the embedded database has ${database} and grows with each transaction: ${move}`
  return undefined
}

/** Writes that sentence to the log now and every hour. */
export function watchEmbeddedGrowth(measured: Measured, log: Logger): JobLoop {
  const loop = createJobLoop({
    round: async () => {
      const growth = await readEmbeddedGrowth(measured)
      const sentence = growth && describeEmbeddedGrowth(growth)
      if (sentence !== undefined) log.warn(growth, sentence)
    },
    pollMs: LOOK_MS,
    log,
    complaint: 'the size of the embedded database could not be read',
  })
  loop.start()
  return loop
}
