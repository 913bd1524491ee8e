import type { Clock } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'
import { endTransactions } from './store-transaction.ts'

/** Notes how executions ended and tells of it, in the database transaction that records the relayer's outcomes. */
export async function recordTransactionOutcomes(
  clock: Clock,
  trx: Transaction,
  outcomes: readonly RelayOutcome[],
): Promise<void> {
  const now = clock.now()
  const confirmed = outcomes.filter(({ status }) => status === 'confirmed')
  const failed = outcomes.filter(({ status }) => status === 'failed')
  await endTransactions(trx, confirmed, { to: 'CONFIRMED', now })
  await endTransactions(trx, failed, { to: 'FAILED', now })
}
