import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { settleTransactions, watchTransactions } from '#service/ledger/move-transactions.ts'
import type { LedgerTables } from '#service/ledger/tables.ts'
import {
  decideOutcome,
  isTooEarly,
  UNAPPROVED,
  type Decision,
  type Known,
  type OutcomeEvent,
  type Recorded,
} from './decide-outcome.ts'

export type Decided = { row: OutcomeRow; decision: Decision }

/** Events of wallets; of the transactions in `read` there is none up to `unspentAt`. */
type Findings = { events: readonly OutcomeEvent[]; read: readonly string[]; unspentAt: bigint }

/**
 * Decides the transactions that findings are about and stores how they ended, with their events, in one database
 * transaction. What was looked up in vain is followed from now on. Answers what was decided.
 */
export async function recordDecisions(
  ctx: Pick<Context, 'clock'>,
  trx: Transaction,
  { events, read, unspentAt }: Findings,
): Promise<Decided[]> {
  const byDigest = new Map(events.map((one) => [`${one.wallet} ${one.digest}`, one]))
  const digests = events.map(({ digest }) => digest)
  const rows = await lockOutcomeRows(
    trx,
    sql`transactions.watch is not null
      and (transactions.digest = any(${digests}) or transactions.id = any(${read}::uuid[]))`,
  )
  const knownOf = ({ wallet, digest }: OutcomeRow): Known => {
    const event = byDigest.get(`${wallet} ${digest}`)
    return event === undefined ? { unspentAt } : { event }
  }
  const isKnown = (row: OutcomeRow) => 'event' in knownOf(row) || read.includes(row.id)
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

/** Raises the alarm about what no approval allowed; to be called after the commit. */
export function alertOfUnapproved(ctx: Pick<Context, 'log'>, decided: readonly Decided[]): void {
  for (const { row, decision } of decided) {
    if (decision.reason === UNAPPROVED) alertOf(ctx, { ...row, hash: decision.hash })
  }
}

type Executed = { id: string; organizationId: string; hash: Hex | undefined }

export function alertOf({ log }: Pick<Context, 'log'>, { id, organizationId, hash }: Executed): void {
  const noted = {
    alarm: 'executed-without-approval',
    organizationId,
    transaction: id,
    transactionHash: hash,
  }
  log.error(noted, 'a transaction was executed without the approval of its end-user')
}

/** A transaction with all that its outcome is decided by. */
type OutcomeRow = Recorded & {
  id: string
  organizationId: string
  /** In lower case. */
  wallet: Address
  digest: Hex
}

type Row = Pick<
  Selectable<LedgerTables['transactions']>,
  'id' | 'organization_id' | 'wallet_address' | 'digest' | 'state' | 'block_number' | 'reason'
> & {
  held_id: string | null
  approved: boolean | null
  is_withdrawn: boolean
  is_overdue: boolean | null
  relayed_status: 'signed' | 'confirmed' | 'failed' | null
  relayed_hash: Hex | null
  relayed_block: string | null
  relayed_reason: string | null
}

/** The rows for which a condition on `transactions` holds, locked in one order until the database transaction ends. */
export async function lockOutcomeRows(
  trx: Transaction,
  condition: RawBuilder<unknown>,
): Promise<OutcomeRow[]> {
  const { rows } = await sql<Row>`
    select transactions.id, transactions.organization_id, transactions.wallet_address, transactions.digest,
      transactions.state, transactions.block_number::text, transactions.reason, held.transaction_id as held_id, held.approved,
      held.deadline <= service_now() as is_overdue, held.withdrawn_at is not null as is_withdrawn,
      relayed.status as relayed_status, relayed.hash as relayed_hash, relayed.block_number::text as relayed_block, relayed.reason as relayed_reason
    from transactions
    left join held_transactions as held on held.transaction_id = transactions.id
    left join relayed_transactions as relayed on relayed.id = transactions.relayed_id
    where ${condition}
    order by transactions.id for update of transactions`.execute(trx)
  return rows.map(outcomeRow)
}

function outcomeRow(row: Row): OutcomeRow {
  return {
    id: row.id,
    organizationId: row.organization_id,
    wallet: row.wallet_address,
    digest: row.digest,
    state: row.state,
    blockNumber: numberOf(row.block_number),
    isUnapproved: row.reason === UNAPPROVED,
    held:
      row.held_id === null
        ? undefined
        : {
            approved: row.approved,
            isOverdue: row.is_overdue === true,
            isWithdrawn: row.is_withdrawn,
          },
    relayed:
      row.relayed_status === null || row.relayed_hash === null
        ? undefined
        : {
            status: row.relayed_status,
            hash: row.relayed_hash,
            blockNumber: numberOf(row.relayed_block),
            reason: row.relayed_reason,
          },
  }
}

function numberOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}
