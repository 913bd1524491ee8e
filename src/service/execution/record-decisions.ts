import { sql, type RawBuilder } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Bypassed } from '#protocol/transaction-states.ts'
import { queueBypassedNotices, ASKS } from '#service/approvals/bypassed-approvals.ts'
import type { HasClock, HasLog } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { settleTransactions, watchTransactions } from '#service/ledger/move-transactions.ts'
import {
  decideOutcome,
  isTooEarly,
  type Decision,
  type Known,
  type OutcomeEvent,
  type Recorded,
} from './decide-outcome.ts'

export type Decided = { row: OutcomeRow; decision: Decision }

/** Outcome events of wallets. The transactions in `read` have no event up to `unspentAt`. */
type Findings = { events: readonly OutcomeEvent[]; read: readonly string[]; unspentAt: bigint }

/**
 * Decides the transactions that the findings concern and stores their outcomes, with their events, in one
 * database transaction. Digests without a result are followed from now on. Returns the decided transactions.
 */
export async function recordDecisions(
  ctx: HasClock,
  trx: Transaction,
  { events, read, unspentAt }: Findings,
): Promise<Decided[]> {
  if (events.length === 0 && read.length === 0) return []
  const byDigest = new Map(events.map((one) => [`${one.wallet} ${one.digest}`, one]))
  const digests = events.map(({ digest }) => digest)
  const rows = await lockOutcomeRows(
    trx,
    sql`transactions.watch is not null
      and (transactions.digest = any(${digests}) or transactions.id = any(${read}::uuid[]))`,
  )
  const findKnown = ({ wallet, digest }: OutcomeRow): Known => {
    const event = byDigest.get(`${wallet} ${digest}`)
    return event === undefined ? { unspentAt } : { event }
  }
  const isKnown = (row: OutcomeRow) => 'event' in findKnown(row) || read.includes(row.id)
  const decided = rows.filter(isKnown).flatMap((row) => {
    const decision = decideOutcome(row, findKnown(row))
    return decision === undefined ? [] : [{ row, decision }]
  })
  await settleTransactions(
    trx,
    decided.map(({ row, decision }) => ({ ...decision, id: row.id })),
    ctx.clock.now(),
  )
  await queueBypassedNotices(trx, decided.filter(isBypassed).map(toBypassed))
  const followed = rows.filter((row) => read.includes(row.id) && !isTooEarly(row, findKnown(row)))
  const ids = followed.map(({ id }) => id)
  if (ids.length > 0) {
    await watchTransactions(trx, 'followed', sql`id = any(${ids}::uuid[]) and watch = 'unread'`)
  }
  return decided
}

const isBypassed = ({ decision }: Decided) => decision.to === 'CONFIRMED' && decision.bypassed !== null

/**
 * Returns the digest, with the people to notify if the approval was still pending. Otherwise, these people were
 * stored earlier: with the transaction, or when an approved transaction was not sent.
 */
function toBypassed({ row: { digest, approverIds, held } }: Decided) {
  return { digest, approverIds: held?.approved === true ? [] : (approverIds ?? []) }
}

/** Logs an alert for each execution that bypassed an approval or a policy. Call it after the commit. */
export function alertOfBypassed(ctx: HasLog, decided: readonly Decided[]): void {
  for (const { row, decision } of decided.filter(isBypassed))
    logBypassed(ctx, { ...row, hash: decision.hash, bypassed: decision.bypassed })
}

type Executed = { id?: string; organizationId: string; hash: Hex | undefined; bypassed: Bypassed | null }

export function logBypassed({ log }: HasLog, executed: Executed): void {
  const { id: transaction, organizationId, hash: transactionHash, bypassed } = executed
  const noted = { alarm: 'executed-without-approval', organizationId, transaction, transactionHash, bypassed }
  log.error(noted, 'a call was executed without the approval that it needed, or against a policy')
}

/** A transaction with everything that decides its outcome. */
type OutcomeRow = Recorded & {
  id: string
  organizationId: string
  /** The address in lower case. */
  wallet: Address
  digest: Hex
  /** Everyone who was asked. Null if the transaction was not held. */
  approverIds: string[] | null
}

/** The row as read from the database: block numbers are decimal strings, and missing values are null. */
type Row = Omit<OutcomeRow, 'blockNumber' | 'bypassed' | 'held' | 'relayed'> & {
  blockNumber: string | null
  bypassed: Bypassed | null
  held: NonNullable<Recorded['held']> | null
  relayed: (Omit<NonNullable<Recorded['relayed']>, 'blockNumber'> & { blockNumber: string | null }) | null
}

/** SQL on `held`: everyone who was asked, as JSON. */
const approverIds = sql`case when held.transaction_id is not null then coalesce(
  (select jsonb_agg(asked.approver_id) from held_approvers as asked where asked.transaction_id = held.transaction_id),
  jsonb_build_array(held.approver_id)) end`

/**
 * Reads and locks the rows that match a condition on `transactions`, in a fixed order, until the database
 * transaction ends.
 */
export async function lockOutcomeRows(
  trx: Transaction,
  condition: RawBuilder<unknown>,
): Promise<OutcomeRow[]> {
  const { rows } = await sql<Row>`
    select transactions.id, transactions.organization_id as "organizationId", transactions.wallet_address as wallet,
      transactions.digest, transactions.state, transactions.block_number::text as "blockNumber", transactions.bypassed,
      transactions.outside as "isOutside", ${approverIds} as "approverIds",
      case when held.transaction_id is not null then json_build_object('approved', held.approved,
        'isOverdue', held.deadline <= service_now(), 'isCancelledByOrganization', held.withdrawn_at is not null,
        'asks', ${ASKS}) end as held,
      case when relayed.id is not null then json_build_object('status', relayed.status, 'hash', relayed.hash,
        'blockNumber', relayed.block_number::text, 'reason', relayed.reason) end as relayed
    from transactions
    left join held_transactions as held on held.transaction_id = transactions.id
    left join approvers as approver on approver.id = held.approver_id
    left join relayed_transactions as relayed on relayed.id = transactions.relayed_id
    where ${condition}
    order by transactions.id for update of transactions`.execute(trx)
  return rows.map(({ bypassed, held, relayed, blockNumber, ...row }) => ({
    ...row,
    blockNumber: parseNumber(blockNumber),
    bypassed: bypassed ?? undefined,
    held: held ?? undefined,
    relayed: relayed === null ? undefined : { ...relayed, blockNumber: parseNumber(relayed.blockNumber) },
  }))
}

function parseNumber(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}
