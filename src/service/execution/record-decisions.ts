import { sql } from 'kysely'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { decideOutcome, isTooEarly, type Decision, type Known, type Said } from './decide-outcome.ts'
import { lockOutcomeRows, type OutcomeRow } from './outcome-rows.ts'
import { settleTransactions } from '#service/ledger/settle-transactions.ts'
import { watchTransactions } from '#service/ledger/watch-transactions.ts'

export type Decided = { row: OutcomeRow; decision: Decision }

/** What wallets said, and, of the transactions in `read`, that they said nothing up to `unspentAt`. */
export type Findings = { said: readonly Said[]; read: readonly string[]; unspentAt: bigint }

/**
 * Decides the transactions that findings are about and stores how they ended, with their events, in one database
 * transaction. What was looked up in vain is followed from now on. Answers what was decided.
 */
export async function recordDecisions(
  ctx: Pick<Context, 'clock'>,
  trx: Transaction,
  { said, read, unspentAt }: Findings,
): Promise<Decided[]> {
  const byDigest = new Map(said.map((one) => [`${one.wallet} ${one.digest}`, one]))
  const digests = said.map(({ digest }) => digest)
  const rows = await lockOutcomeRows(
    trx,
    sql`transactions.watch is not null
      and (transactions.digest = any(${digests}) or transactions.id = any(${read}::uuid[]))`,
  )
  const knownOf = ({ wallet, digest }: OutcomeRow): Known => {
    const event = byDigest.get(`${wallet} ${digest}`)
    return event === undefined ? { unspentAt } : { said: event }
  }
  const isKnown = (row: OutcomeRow) => 'said' in knownOf(row) || read.includes(row.id)
  const decided = rows.filter(isKnown).flatMap((row) => {
    const decision = decideOutcome(row, knownOf(row))
    return decision === undefined ? [] : [{ row, decision }]
  })
  await settleTransactions(
    trx,
    decided.map(({ row, decision }) => ({ ...decision, id: row.id })),
    ctx.clock.now(),
  )
  const followed = rows.filter((row) => read.includes(row.id) && !isTooEarly(row, knownOf(row)))
  const ids = followed.map(({ id }) => id)
  if (ids.length > 0) {
    await watchTransactions(trx, 'followed', sql`id = any(${ids}::uuid[]) and watch = 'unread'`)
  }
  return decided
}

/** Tells the people who run an organization what no approval allowed: as alarms are told, with the commit behind it. */
export function alertOfUnapproved(ctx: Pick<Context, 'log'>, decided: readonly Decided[]): void {
  for (const { row, decision } of decided) {
    if (!decision.isUnapproved) continue
    const { id: transaction, organizationId } = row
    const noted = {
      alarm: 'executed-without-approval',
      organizationId,
      transaction,
      transactionHash: decision.hash,
    }
    ctx.log.error(noted, 'a held transaction was executed without the approval of its end-user')
  }
}
