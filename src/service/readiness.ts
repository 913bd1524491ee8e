import { sql } from 'kysely'
import { isDeployed } from './chain/wallet-state.ts'
import type { Context } from './context.ts'
import { migrationState } from './db/migrate.ts'
import { NotReady, type ReadinessCheck } from './http/health.ts'

/** What `/readyz` asks: the parts without which a request would fail. */
export function readinessChecks(ctx: Context): Record<string, ReadinessCheck> {
  return {
    database: async () => {
      await sql`select 1`.execute(ctx.db)
    },
    migrations: async () => {
      const { pending, unknown } = await migrationState(ctx.db)
      if (pending.length > 0) throw new NotReady(`not run yet: ${pending.join(', ')}`)
      if (unknown.length > 0) throw new NotReady(`of a newer version: ${unknown.join(', ')}`)
    },
    chain: async () => {
      if (!(await isDeployed(ctx.chain, ctx.chain.factory))) throw new NotReady('there is no wallet factory')
    },
  }
}
