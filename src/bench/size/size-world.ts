import { migrate as migrateBff } from '#bff/db/migrate.ts'
import type { BffTables } from '#bff/index.ts'
import { collectHeld } from '#service/approvals/approval-jobs.ts'
import type { OpenDatabase } from '#service/index.ts'
import { collectRelayMetrics } from '#service/relayer/create-relay.ts'
import { startHarness } from '#service/testing/harness.ts'
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
  const harness = await startHarness({ database, relay })
  await migrateBff(database.db.$extendTables<BffTables>())
  const medium = await harness.addOrganization('Medium', 'medium.example')
  const size = { ...counts, large: harness.demo, medium }
  await fillDatabase(database.db, size, note)
  collectHeld(harness.ctx)
  collectRelayMetrics(harness.ctx)
  // Not started, because its loops would interfere with the measured work.
  createWebhooks(harness.ctx)
  const small = await addKeyOfSmall(harness)
  return { ...harness, size, medium, small }
}

/** A key of the first small organization. */
async function addKeyOfSmall({ ctx, addKey }: Awaited<ReturnType<typeof startHarness>>) {
  const { id } = await ctx.db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'Organization 1')
    .executeTakeFirstOrThrow()
  return { id, key: await addKey(id, ['wallet:read', 'org:manage']) }
}
