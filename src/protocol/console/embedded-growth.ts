import * as z from 'zod/mini'

const bytesSchema = z.number().check(z.nonnegative())

/**
 * Sizes of the embedded database and chain, once they are large. Both grow with each transaction, and nothing that
 * they keep is deleted. `chainMemoryBytes`: memory of the sandbox's chain, null if it is unknown or there is no chain.
 */
export const embeddedGrowthSchema = z.object({
  databaseBytes: bytesSchema,
  freeDiskBytes: bytesSchema,
  chainMemoryBytes: z.nullable(bytesSchema),
})
export type EmbeddedGrowth = z.infer<typeof embeddedGrowthSchema>

const GIGABYTE = 2 ** 30
/**
 * Limits from which the growth is reported. 100,000 transfers needed 1.4 GB in each of the two (docs/scaling.md), so
 * several ten thousand transactions are left when the first report appears.
 */
const DATABASE_BYTES = GIGABYTE
const FREE_DISK_BYTES = 2 * GIGABYTE
const CHAIN_MEMORY_BYTES = GIGABYTE / 2

/** Returns the most urgent part that is large. Undefined while everything is far from its limit. */
export function findLargestGrowth(growth: EmbeddedGrowth): 'disk' | 'memory' | 'database' | undefined {
  if (growth.freeDiskBytes < FREE_DISK_BYTES) return 'disk'
  if ((growth.chainMemoryBytes ?? 0) >= CHAIN_MEMORY_BYTES) return 'memory'
  if (growth.databaseBytes >= DATABASE_BYTES) return 'database'
  return undefined
}

/** A size as text, such as `1.2 GB`. */
export function formatBytes(bytes: number): string {
  return bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : `${Math.round(bytes / 2 ** 20)} MB`
}
