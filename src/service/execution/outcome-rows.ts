import { sql, type RawBuilder } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { Recorded } from './decide-outcome.ts'

/** A transaction with all that its outcome is decided by. */
export type OutcomeRow = Recorded & {
  id: string
  organizationId: string
  /** In lower case. */
  wallet: Address
  digest: Hex
}

type Row = {
  id: string
  organization_id: string
  wallet_address: Address
  digest: Hex
  state: TransactionState
  block_number: string | null
  held_id: string | null
  approved: boolean | null
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
      transactions.state, transactions.block_number::text, held.transaction_id as held_id, held.approved,
      held.deadline <= service_now() as is_overdue, relayed.status as relayed_status, relayed.hash as relayed_hash,
      relayed.block_number::text as relayed_block, relayed.reason as relayed_reason
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
    held: row.held_id === null ? undefined : { approved: row.approved, isOverdue: row.is_overdue === true },
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
