import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { chainCheck, relayerCheck } from './chain-readiness.ts'
import type { Context } from './context.ts'
import type { Database } from './db/database.ts'
import { migrationState } from './db/migrate.ts'
import { tryWrite } from './db/try-write.ts'
import { blocksBehind } from './holdings/blocks-behind.ts'
import { atMostEvery, NotReady, type ReadinessCheck } from './http/health.ts'

/** Writes are tried no more often than this, however many ask. */
const WRITE_EVERY_MS = 5_000

/** Ready means that a write works: with a full disk everything is read as ever, and no request that matters succeeds. */
export function databaseCheck(db: Database): ReadinessCheck {
  return atMostEvery(WRITE_EVERY_MS, async () => {
    try {
      await tryWrite(db)
    } catch (cause) {
      await sql`select 1`.execute(db)
      throw new NotReady('takes no writes: is its disk full?', { cause })
    }
  })
}

/** What `/readyz` asks: the parts without which a request would fail. */
export function readinessChecks(
  ctx: Context,
  historyFault: () => string | undefined = () => undefined,
): Record<string, ReadinessCheck> {
  return {
    database: databaseCheck(ctx.db),
    migrations: async () => {
      const { pending, unknown } = await migrationState(ctx.db)
      if (pending.length > 0) throw new NotReady(`not run yet: ${pending.join(', ')}`)
      // During an upgrade both versions run on the newer tables (ADR 0026).
      return unknown.length > 0 ? `there are newer ones: ${unknown.join(', ')}` : undefined
    },
    chain: chainCheck(ctx),
    relayer: relayerCheck(ctx),
    history: async () => historyFault() ?? historyNote(ctx),
  }
}

const HISTORY_TIMEOUT_MS = 2_000

/** Never a reason not to be ready: balances are read from the chain, and answers say up to which block they know. */
async function historyNote(ctx: Context): Promise<string> {
  const unknown = 'how far the chain is read is not known'
  const note = blocksBehind(ctx).then(
    (behind) => (behind === undefined ? 'no block is read yet' : `${behind} blocks behind the chain`),
    () => unknown,
  )
  return Promise.race([note, wait(HISTORY_TIMEOUT_MS, unknown, { ref: false })])
}
