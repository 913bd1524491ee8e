import { migrate as migrateBff } from '#bff/db/migrate.ts'
import type { BffTables } from '#bff/index.ts'
import { collectHeld } from '#service/approvals/approval-jobs.ts'
import type { OpenDatabase } from '#service/index.ts'
import { collectRelayMetrics } from '#service/relayer/create-relay.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { Counts } from '#service/testing/size/counts.ts'
import { fillDatabase } from '#service/testing/size/fill-database.ts'
import { unreachableRelay } from '#service/testing/unreachable.ts'
import { createWebhooks } from '#service/webhooks/run-webhooks.ts'

/** A service on a filled database. Its chain does not respond. */
export type SizeWorld = Awaited<ReturnType<typeof startSizeWorld>>

/** Fills an empty, migrated database and serves it. */
export async function startSizeWorld(database: OpenDatabase, counts: Counts, note?: (line: string) => void) {
  const funds = { address: `0x${'a1'.repeat(20)}`, balanceWei: 10n ** 18n, state: 'enough' } as const
  const relay = { ...unreachableRelay(), funds: () => [funds] }
  const world = await serviceWorld.api({ database, relay })
  await migrateBff(database.db.$extendTables<BffTables>())
  const medium = await world.addOrganization('Medium', 'medium.example')
  const size = { ...counts, large: world.demo, medium }
  await fillDatabase(database.db, size, note)
  collectHeld(world.ctx)
  collectRelayMetrics(world.ctx)
  // The webhooks are only created. If they were started, their loops would interfere with the measured work.
  createWebhooks(world.ctx)
  const small = await addKeyOfSmall(world)
  return { ...world, size, medium, small }
}

/** A key of the first small organization. */
async function addKeyOfSmall({ ctx, addKey }: Awaited<ReturnType<typeof serviceWorld.api>>) {
  const { id } = await ctx.db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'Organization 1')
    .executeTakeFirstOrThrow()
  return { id, key: await addKey(id, ['wallet:read', 'org:manage']) }
}
