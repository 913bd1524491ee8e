import { randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import { retryDeadlock } from '#service/db/retry-deadlock.ts'
import type { SignedTransaction } from '#service/ledger/insert-transactions.ts'
import { createBatchQueue, togetherOrAlone, type Take } from './batch-queue.ts'
import type { Fees } from './fees.ts'
import { reserveGas, utcDay } from './gas-budget.ts'
import { requireGasShares } from './gas-shares.ts'
import { highestCost, insertRelayed, lowerCase, type NewRelayed } from './insert-relayed.ts'
import type { LaneAccount } from './lane-account.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayRequest, Relayed, StoredTogether } from './relay.ts'
import { signAttempt } from './sign-attempt.ts'

/** A simulated request with everything but its nonce. */
export type Prepared = { request: RelayRequest; gasLimit: bigint; fees: Fees }
/** A signed and stored transaction, not broadcast yet. */
export type Stored = { id: string; hash: Hex; raw: Hex }

/** The queue of one key: gives out its nonces, one database transaction for all that wait at the moment. */
export type Lane = {
  address: Address
  account: LaneAccount
  /** Signs with the next nonce and stores; resolves after the commit. */
  store: (prepared: Prepared) => Promise<Stored>
  depth: () => number
  idle: () => Promise<void>
}

/**
 * A batch is stored under the lane's row lock in one database transaction. A request whose `onSigned` throws
 * fails alone and spends no nonce.
 */
export function createLane(parts: RelayParts, account: LaneAccount): Lane {
  const key: LaneKey = { account, address: lowerCase(account.address) }
  const queue = createBatchQueue<Prepared, Stored>((take) =>
    togetherOrAlone(take, (items) => retryDeadlock(() => storeTogether(parts, key, items))),
  )
  return { ...key, store: queue.add, depth: queue.depth, idle: queue.idle }
}

type LaneKey = { account: LaneAccount; address: Address }

async function storeTogether(parts: RelayParts, lane: LaneKey, take: Take<Prepared>): Promise<Stored[]> {
  const stored = await parts.db.transaction().execute(async (trx) => {
    const batch = take()
    const taken = await takeNonces(parts, lane.address, trx, batch.length)
    parts.failpoint('nonce-taken')
    const signed = batch.map((prepared, index) => ({
      prepared,
      ...signNew(parts, lane, prepared, taken + index),
    }))
    await insertRelayed(parts, trx, signed)
    await storeServed(trx, signed)
    await reserve(parts, trx, signed)
    return signed.map(({ id, hash, raw }) => ({ id, hash, raw }))
  })
  parts.failpoint('stored')
  return stored
}

/** The rows that the relayed transactions serve. */
async function storeServed(
  trx: Transaction,
  signed: readonly (Relayed & { prepared: Prepared })[],
): Promise<void> {
  const together = new Map<StoredTogether['store'], SignedTransaction[]>()
  for (const { prepared, id, hash } of signed) {
    const { onSigned, storedTogether } = prepared.request
    await onSigned?.(trx, { id, hash })
    if (storedTogether === undefined) continue
    const { store, transaction } = storedTogether
    together.set(store, [...(together.get(store) ?? []), { ...transaction, relayed: { id, hash } }])
  }
  for (const [store, transactions] of together) await store(trx, transactions)
}

/** The first of so many nonces in a row. Holds the lane's row until the transaction ends; none is spent unless it commits. */
export async function takeNonces(
  parts: RelayParts,
  address: Address,
  trx: Transaction,
  count: number,
): Promise<number> {
  const row = await trx
    .updateTable('relayer_lanes')
    .set((eb) => ({ next_nonce: eb('next_nonce', '+', count) }))
    .where('chain_id', '=', parts.chain.id)
    .where('address', '=', address)
    .returning('next_nonce')
    .executeTakeFirstOrThrow()
  return row.next_nonce - count
}

/** Counts what the transactions may cost against the budgets of those they are for. */
async function reserve(parts: RelayParts, trx: Transaction, signed: readonly NewRelayed[]): Promise<void> {
  const now = parts.clock.now()
  const uses = signed.flatMap(({ organizationId, call }) =>
    organizationId === undefined ? [] : [{ organizationId, day: utcDay(now), wei: highestCost(call) }],
  )
  await reserveGas(trx, uses, { budgetWeiPerDay: parts.settings.gasBudgetWeiPerDay, now })
  const calls = signed.flatMap(({ organizationId, purpose, call }) =>
    organizationId === undefined || purpose !== 'transaction'
      ? []
      : [{ organizationId, wallet: lowerCase(call.to) }],
  )
  await requireGasShares(trx, calls, { ...parts.settings.gasLimits, now })
}

function signNew(parts: RelayParts, lane: LaneKey, prepared: Prepared, nonce: number): NewRelayed {
  const { request, gasLimit, fees } = prepared
  const call = { to: request.to, data: request.data, value: request.value ?? 0n, gasLimit, fees }
  const attempt = signAttempt(lane.account, { chainId: parts.chain.id, nonce, ...call })
  const { purpose, organizationId } = request
  return { id: randomUUID(), from: lane.address, nonce, purpose, organizationId, call, ...attempt }
}
