import { sql } from 'kysely'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { receiptSchema, type Receipt } from '#service/chain/rpc-schemas.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import type { Transaction } from '#service/db/database.ts'
import { createBatchQueue, togetherOrAlone } from './batch-queue.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayOutcome, RelayPurpose } from './relay.ts'

export type OutcomeHandler = (trx: Transaction, outcome: RelayOutcome) => Promise<void>
export type OutcomeHandlers = Map<RelayPurpose | 'repair', OutcomeHandler>

/** A transaction that was mined deep enough. `cancelled`: its nonce was used up on purpose by an empty one. */
export type Mined = { id: string; receipt: Receipt; cancelled: boolean }

/** Records outcomes, many in one database transaction, each together with what its module's handler does. */
export type Settler = {
  /** Rejects when the outcome could not be recorded: the row stays open, and a sweep finds it again. */
  settle: (mined: Mined) => Promise<void>
  idle: () => Promise<void>
}

const nullableReceiptSchema = z.nullable(receiptSchema)

/** The receipt of a hash, or `null` while it is not mined. A receipt of another transaction is none. */
export async function readReceipt(parts: RelayParts, hash: Hex): Promise<Receipt | null> {
  const receipt = await parts.chain.rpc.request(nullableReceiptSchema, 'eth_getTransactionReceipt', [hash])
  return receipt?.transactionHash === hash ? receipt : null
}

export function createSettler(
  parts: RelayParts,
  handlers: OutcomeHandlers,
  onSettled: (outcome: RelayOutcome) => void,
): Settler {
  const queue = createBatchQueue<RelayOutcome, boolean>((batch) =>
    togetherOrAlone(batch, (outcomes) => record(parts, handlers, outcomes)),
  )
  return {
    settle: async (mined) => {
      const outcome = await outcomeOf(parts, mined)
      parts.failpoint('mined')
      if (await queue.add(outcome)) onSettled(outcome)
      parts.failpoint('settled')
    },
    idle: queue.idle,
  }
}

async function outcomeOf(parts: RelayParts, mined: Mined): Promise<RelayOutcome> {
  const { id, receipt } = mined
  const { transactionHash: hash, blockNumber } = receipt
  if (receipt.status === 1n && !mined.cancelled) return { id, status: 'confirmed', hash, blockNumber }
  return { id, status: 'failed', hash, blockNumber, reason: await failureReason(parts, mined) }
}

/** A receipt does not say why: the call is run again at the block in which it failed. */
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
function record(
  parts: RelayParts,
  handlers: OutcomeHandlers,
  outcomes: readonly RelayOutcome[],
): Promise<boolean[]> {
  return parts.db.transaction().execute(async (trx) => {
    const purposes = await closeRows(parts, trx, outcomes)
    for (const outcome of outcomes) {
      const purpose = purposes.get(outcome.id)
      if (purpose !== undefined) await handlers.get(purpose)?.(trx, outcome)
    }
    return outcomes.map((outcome) => purposes.has(outcome.id))
  })
}

/** One conditional update for all of them; answers the purposes of those that were still open. */
async function closeRows(
  parts: RelayParts,
  trx: Transaction,
  outcomes: readonly RelayOutcome[],
): Promise<Map<string, RelayPurpose | 'repair'>> {
  const values = outcomes.map((outcome) => {
    const block = outcome.blockNumber?.toString() ?? null
    const reason = outcome.status === 'failed' ? outcome.reason : null
    return sql`(${outcome.id}::uuid, ${outcome.status}, ${outcome.hash}, ${block}::numeric, ${reason}::text)`
  })
  const closed = await sql<{ id: string; purpose: RelayPurpose | 'repair' }>`
    update relayed_transactions as relayed
    set status = ended.status, hash = ended.hash, block_number = ended.block_number, reason = ended.reason,
        settled_at = ${parts.clock.now()}
    from (values ${sql.join(values)}) as ended (id, status, hash, block_number, reason)
    where relayed.id = ended.id and relayed.status = 'signed'
    returning relayed.id, relayed.purpose`.execute(trx)
  return new Map(closed.rows.map((row) => [row.id, row.purpose]))
}
