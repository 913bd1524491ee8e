import { sql } from 'kysely'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import type { Transaction } from '#service/db/database.ts'
import { createBatchQueue } from './batch-queue.ts'
import { correctGas, settledGas, type GasColumns } from './gas-budget.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayOutcome } from './relay.ts'
import type { RelayPurpose } from './tables.ts'

/** A transaction that was mined deep enough. `cancelled`: its nonce was used up on purpose by an empty one. */
export type Mined = { id: string; receipt: Receipt; cancelled: boolean }

export type Settler = ReturnType<typeof createSettler>

/** Records outcomes, many in one database transaction, each together with what its module's handler does. */
export function createSettler(parts: RelayParts, onSettled: (outcome: RelayOutcome) => void) {
  const queue = createBatchQueue((ended: readonly Ended[]) => record(parts, ended))
  return {
    /** Rejects when the outcome could not be recorded: the row stays open, and a sweep finds it again. */
    settle: async (mined: Mined) => {
      const outcome = await outcomeOf(parts, mined)
      parts.failpoint('mined')
      if (await queue.add({ outcome, receipt: mined.receipt })) onSettled(outcome)
      parts.failpoint('settled')
    },
    idle: queue.idle,
  }
}

/** An outcome with the receipt, of which the relayed row stores some. */
type Ended = { outcome: RelayOutcome; receipt: Receipt }

function costOf({ gasUsed, effectiveGasPrice = 0n, l1Fee = 0n }: Receipt): bigint {
  return gasUsed * effectiveGasPrice + l1Fee
}

async function outcomeOf(parts: RelayParts, mined: Mined): Promise<RelayOutcome> {
  const { id, receipt } = mined
  const { transactionHash: hash, blockNumber } = receipt
  if (receipt.status === 1n && !mined.cancelled) return { id, status: 'confirmed', hash, blockNumber }
  return { id, status: 'failed', hash, blockNumber, reason: await failureReason(parts, mined) }
}

/** A receipt does not have the reason: the call is run again at the block in which it failed. */
async function failureReason(parts: RelayParts, { id, receipt, cancelled }: Mined): Promise<string> {
  const row = await parts.db
    .selectFrom('relayed_transactions')
    .select(['from_address', 'to_address', 'value', 'data', 'gas_limit', 'refusal'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (cancelled) return `the chain refused the transaction${row.refusal === null ? '' : `: ${row.refusal}`}`
  if (receipt.gasUsed >= BigInt(row.gas_limit)) return 'the call ran out of gas'
  const call = {
    from: row.from_address,
    to: row.to_address,
    data: row.data,
    value: BigInt(row.value),
    gas: BigInt(row.gas_limit),
  }
  const simulation = await simulateCall(parts.chain.rpc, call, receipt.blockNumber).catch(() =>
    // Nodes keep the states of few blocks.
    simulateCall(parts.chain.rpc, call, 'latest').catch(() => undefined),
  )
  return simulation?.ok === false ? simulation.reason : 'the call reverted'
}

/** Answers for each outcome whether this process recorded it; another may have been first. */
function record(parts: RelayParts, ended: readonly Ended[]): Promise<boolean[]> {
  return parts.db.transaction().execute(async (trx) => {
    // A block and a sweep of this process may bring the same outcome: it is taken once.
    const once = [...new Map(ended.map((one) => [one.outcome.id, one])).values()]
    const closed = await closeRows(parts, trx, once)
    for (const [purpose, { settled }] of Object.entries(parts.handlers)) {
      const outcomes = once.flatMap(({ outcome, receipt }) =>
        closed.get(outcome.id)?.purpose === purpose
          ? [outcome.status === 'confirmed' ? { ...outcome, receipt } : outcome]
          : [],
      )
      if (outcomes.length > 0) await settled(trx, outcomes)
    }
    // What was reserved and not used is given back to the day it was taken from.
    await correctGas(trx, [...closed.values()].flatMap(settledGas))
    return ended.map(({ outcome }) => closed.has(outcome.id))
  })
}

type ClosedRow = GasColumns & { id: string; purpose: RelayPurpose }

/** One conditional update for all of them; answers those that were still open, by id. */
async function closeRows(parts: RelayParts, trx: Transaction, ended: readonly Ended[]) {
  const rows = ended.map(({ outcome, receipt }) => ({
    id: outcome.id,
    status: outcome.status,
    hash: outcome.hash,
    block_number: outcome.blockNumber?.toString() ?? null,
    reason: outcome.status === 'failed' ? outcome.reason : null,
    block_hash: receipt.blockHash,
    cost_wei: costOf(receipt).toString(),
    gas_used: receipt.gasUsed.toString(),
    gas_price: receipt.effectiveGasPrice?.toString() ?? null,
  }))
  const closed = await sql<ClosedRow>`
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
