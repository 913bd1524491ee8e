import { sql } from 'kysely'
import type { Database } from '#service/db/database.ts'
import type { Metrics } from '#service/http/metrics.ts'
import type { Relay } from './relay.ts'

/** Sets the relayer's gauges before each scrape: what is open in the database, of all processes, and the balances. */
export function collectRelayMetrics(parts: {
  db: Database
  chainId: number
  relay: Pick<Relay, 'funds'>
  metrics: Metrics
  now: () => Date
}): void {
  const { metrics } = parts
  metrics.addCollector(async () => {
    for (const { address, balanceWei } of parts.relay.funds()) {
      if (balanceWei !== undefined) metrics.relayerBalance.set({ relayer: address }, Number(balanceWei))
    }
    const { rows } = await sql<{ open: string; oldest: Date | null }>`
      select count(*) as open, min(created_at) as oldest from relayed_transactions
      where chain_id = ${parts.chainId} and status = 'signed'`.execute(parts.db)
    const [row] = rows
    metrics.relayerPending.set(Number(row?.open ?? 0))
    const oldest = row?.oldest ?? undefined
    const ageMs = oldest === undefined ? 0 : parts.now().getTime() - oldest.getTime()
    metrics.relayerOldestPending.set(Math.max(0, ageMs / 1_000))
  })
}
