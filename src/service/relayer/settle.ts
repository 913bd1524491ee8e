import { sql } from 'kysely'
import { createBatchQueue } from '#server-kit/jobs/batch-queue.ts'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import type { Transaction } from '#service/db/database.ts'
import { requireRow } from '#service/db/find-row.ts'
import { failureReason } from './failure-reason.ts'
import { correctGas, settledGas, type ChangedRow } from './gas-budget.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayOutcome } from './relay.ts'
import { endedInBundle, type Ended } from './settle-bundle.ts'

/** A transaction that was mined deep enough. `cancelled`: an empty transaction used its nonce on purpose. */
export type Mined = { id: string; receipt: Receipt; cancelled: boolean }

export type Settler = {
  /**
   * Records the outcome of a mined transaction. Rejects if it could not be recorded. The row then stays
   * open, and a sweep finds it again.
   */
  settle: (mined: Mined) => Promise<void>
  /** Resolves when no outcome is being recorded. */
  idle: () => Promise<void>
}

/** Records outcomes, many in one database transaction, together with the changes of their modules' handlers. */
export function createSettler(parts: RelayParts, onSettled: (outcome: RelayOutcome) => void): Settler {
  const queue = createBatchQueue((join: () => readonly Ended[][]) => record(parts, join()))
  return {
    settle: async (mined) => {
      const ended = await endedWith(parts, mined)
      parts.failpoint('mined')
      if (await queue.add(ended)) for (const { outcome } of ended) onSettled(outcome)
      parts.failpoint('settled')
    },
    idle: queue.idle,
  }
}

/** Returns the transaction itself, then each call that it carried. */
async function endedWith(parts: RelayParts, mined: Mined): Promise<Ended[]> {
  const { receipt } = mined
  if (receipt.isSimulated === true)
    parts.log.warn({ relayed: mined.id, hash: receipt.transactionHash }, `the outcome is ${SIMULATED}`)
  const whole = {
    outcome: await readOutcome(parts, mined),
    receipt,
    gasUsed: receipt.gasUsed,
    costWei: costInWei(receipt),
  }
  return [whole, ...(await endedInBundle(parts, whole))]
}

/**
 * Returns the cost of a mined transaction, in wei. Undefined if the node omitted a part of it. The reservation then
 * stays in the budget. Only rollups have an `l1Fee`.
 */
function costInWei({ gasUsed, effectiveGasPrice, l1Fee = 0n }: Receipt): bigint | undefined {
  if (gasUsed === undefined || effectiveGasPrice === undefined) return undefined
  return gasUsed * effectiveGasPrice + l1Fee
}

async function readOutcome(parts: RelayParts, mined: Mined): Promise<RelayOutcome> {
  const { id, receipt } = mined
  const { transactionHash: hash, blockNumber } = receipt
  if (receipt.status === 1n && !mined.cancelled) return { id, status: 'confirmed', hash, blockNumber }
  return { id, status: 'failed', hash, blockNumber, reason: await findReason(parts, mined) }
}

async function findReason(parts: RelayParts, { id, receipt, cancelled }: Mined): Promise<string> {
  const names = ['from_address', 'to_address', 'value', 'data', 'gas_limit', 'refusal'] as const
  const row = await requireRow(parts.db, 'relayed_transactions', names, { id })
  if (cancelled) return `the chain refused the transaction${row.refusal === null ? '' : `: ${row.refusal}`}`
  if (receipt.gasUsed !== undefined && receipt.gasUsed >= BigInt(row.gas_limit))
    return 'the call ran out of gas'
  const reason = await failureReason(parts, row, receipt)
  return receipt.isSimulated === true ? `${reason} (${SIMULATED})` : reason
}

const SIMULATED = 'concluded from a simulation, because the node gives no receipt'

/** Returns for each transaction whether this process recorded its outcomes. Another process may have been first. */
function record(parts: RelayParts, transactions: readonly Ended[][]): Promise<boolean[]> {
  const recordAll = async (trx: Transaction) => {
    // A block and a sweep of this process may find the same outcome. It is recorded once.
    const once = [...new Map(transactions.flat().map((one) => [one.outcome.id, one])).values()]
    const closed = await closeRows(parts, trx, once)
    for (const [purpose, { settled }] of Object.entries(parts.handlers)) {
      const outcomes = once.flatMap(({ outcome, receipt }) =>
        closed.get(outcome.id)?.purpose === purpose
          ? [outcome.status === 'confirmed' ? { ...outcome, receipt } : outcome]
          : [],
      )
      if (outcomes.length > 0) await settled(trx, outcomes)
    }
    // Returns reserved but unused gas to the day that it was taken from.
    await correctGas(trx, [...closed.values()].flatMap(settledGas))
    return transactions.map(([whole]) => whole !== undefined && closed.has(whole.outcome.id))
  }
  return parts.db.transaction().execute(recordAll)
}

/** Closes the rows in one conditional update. Returns those that were still open, by id. */
async function closeRows(parts: RelayParts, trx: Transaction, ended: readonly Ended[]) {
  const rows = ended.map(({ outcome, receipt, gasUsed, costWei }) => ({
    id: outcome.id,
    status: outcome.status,
    hash: outcome.hash,
    block_number: outcome.blockNumber?.toString() ?? null,
    reason: outcome.status === 'failed' ? outcome.reason : null,
    block_hash: receipt.blockHash,
    cost_wei: costWei?.toString() ?? null,
    gas_used: gasUsed?.toString() ?? null,
    gas_price: receipt.effectiveGasPrice?.toString() ?? null,
  }))
  const closed = await sql<ChangedRow>`
    update relayed_transactions as relayed
    set status = ended.status, hash = ended.hash, block_number = ended.block_number, reason = ended.reason,
        block_hash = ended.block_hash, cost_wei = ended.cost_wei, gas_used = ended.gas_used,
        gas_price = ended.gas_price, settled_at = ${parts.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ended (id uuid, status text, hash text,
      block_number numeric, reason text, block_hash text, cost_wei numeric, gas_used numeric, gas_price numeric)
    where relayed.id = ended.id and relayed.status = 'signed'
    returning relayed.id, relayed.purpose, relayed.organization_id, relayed.gas_day,
      relayed.reserved_wei::text, relayed.cost_wei::text`.execute(trx)
  return new Map(closed.rows.map((row) => [row.id, row]))
}
