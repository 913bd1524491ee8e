import { eventOperations } from './event-operations.ts'
import { keyOperations } from './key-operations.ts'
import { transactionOperations, walletOperations } from './list-operations.ts'
import { peopleOperations } from './people-operations.ts'
import { jobOperations, retentionOperations, watchOperations } from './size-jobs.ts'
import { findPlaces, type SizeOperation } from './size-places.ts'
import type { SizeWorld } from './size-world.ts'

/** Every list, search, page and count, every claim of work by a job, and every job. Deletions run last. */
export async function allOperations(world: SizeWorld): Promise<SizeOperation[]> {
  const places = await findPlaces(world)
  return [
    ...walletOperations(world, places),
    ...transactionOperations(world, places),
    ...(await eventOperations(world, places)),
    ...keyOperations(world, places),
    ...peopleOperations(world),
    ...jobOperations(world),
    ...watchOperations(world, places),
    ...retentionOperations(world),
  ]
}
