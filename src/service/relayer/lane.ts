import { randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import { createBatchQueue, togetherOrAlone, type Take } from './batch-queue.ts'
import type { Fees } from './fees.ts'
import { reserveGas, utcDay } from './gas-budget.ts'
import type { LaneAccount, RelayParts } from './relay-parts.ts'
import type { RelayRequest, Relayed, SignedTransaction, StoredTogether } from './relay.ts'
import { signAttempt, type UnsignedAttempt } from './sign-attempt.ts'

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
    togetherOrAlone(take, (items) => storeTogether(parts, key, items)),
  )
  return { ...key, store: queue.add, depth: queue.depth, idle: queue.idle }
}

type LaneKey = { account: LaneAccount; address: Address }

async function storeTogether(parts: RelayParts, lane: LaneKey, take: Take<Prepared>): Promise<Stored[]> {
  const stored = await parts.db.transaction().execute(async (trx) => {
    const batch = take()
    const taken = await takeNonces(parts, lane.address, trx, batch.length)
    parts.failpoint('nonce-taken')
    const signed = await Promise.all(
      batch.map(async (prepared, index) => ({
        prepared,
        ...(await signNew(parts, lane, prepared, taken + index)),
      })),
    )
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
}

/** Wei that a transaction can cost at the most. */
export function highestCost({ gasLimit, fees }: { gasLimit: bigint; fees: Fees }): bigint {
  return gasLimit * fees.maxFeePerGas
}

export type NewRelayed = {
  id: string
  organizationId?: string | undefined
  from: Address
  nonce: number
  purpose: RelayRequest['purpose'] | 'repair'
  call: Omit<UnsignedAttempt, 'chainId' | 'nonce'>
  hash: Hex
  raw: Hex
}

async function signNew(
  parts: RelayParts,
  lane: LaneKey,
  prepared: Prepared,
  nonce: number,
): Promise<NewRelayed> {
  const { request, gasLimit, fees } = prepared
  const call = { to: request.to, data: request.data, value: request.value ?? 0n, gasLimit, fees }
  const attempt = await signAttempt(lane.account, { chainId: parts.chain.id, nonce, ...call })
  const { purpose, organizationId } = request
  return { id: randomUUID(), from: lane.address, nonce, purpose, organizationId, call, ...attempt }
}

/** Rows and their first attempts, in one statement. */
export async function insertRelayed(
  parts: RelayParts,
  trx: Transaction,
  signed: readonly NewRelayed[],
): Promise<void> {
  const now = parts.clock.now()
  const attempts = signed.map(({ id, call, hash, raw }) => ({
    hash,
    relayed_id: id,
    raw,
    kind: 'call' as const,
    max_fee_per_gas: call.fees.maxFeePerGas.toString(),
    max_priority_fee_per_gas: call.fees.maxPriorityFeePerGas.toString(),
    created_at: now,
  }))
  const rows = signed.map(({ id, from, nonce, purpose, organizationId, call, hash }) => ({
    id,
    chain_id: parts.chain.id,
    from_address: from,
    nonce,
    purpose,
    to_address: lowerCase(call.to),
    value: call.value.toString(),
    data: call.data,
    gas_limit: Number(call.gasLimit),
    status: 'signed' as const,
    hash,
    created_at: now,
    attempted_at: now,
    organization_id: organizationId ?? null,
    gas_day: organizationId === undefined ? null : utcDay(now),
    reserved_wei: highestCost(call).toString(),
  }))
  await trx
    .with('attempts', (db) => db.insertInto('relayer_attempts').values(attempts))
    .insertInto('relayed_transactions')
    .values(rows)
    .execute()
}

export function lowerCase(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
