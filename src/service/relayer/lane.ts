import { randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import type { SignedTransaction } from '#service/ledger/insert-transactions.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { createBatchQueue, togetherOrAlone, type Take } from './batch-queue.ts'
import type { Fees } from './gas.ts'
import { reserveGas, utcDay, requireGasShares } from './gas-budget.ts'
import { highestCost, insertRelayed, type NewRelayed } from './insert-relayed.ts'
import { signAndStore } from './next-nonces.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayRequest, Relayed, StoredTogether } from './relay.ts'
import { signAttempt, SigningError, type Signer } from './sign-attempt.ts'

/** A simulated request with everything but its nonce. */
export type Prepared = { request: RelayRequest; gasLimit: bigint; fees: Fees }
/** A signed and stored transaction, not broadcast yet. */
export type Stored = { id: string; hash: Hex; raw: Hex }

/** The queue of one key: gives out its nonces, signs for and stores all that wait at the moment, in one database transaction. */
export type Lane = {
  address: Address
  signer: Signer
  /** Signs with the next nonce and stores; resolves after the commit. */
  store: (prepared: Prepared) => Promise<Stored>
  depth: () => number
  idle: () => Promise<void>
}

/**
 * A batch is stored under the lane's row lock in one database transaction. A request whose `onSigned` throws
 * fails alone and spends no nonce. A key that does not answer fails all that wait for it: it is not waited for again
 * for each of them.
 */
export function createLane(parts: RelayParts, signer: Signer): Lane {
  const key: LaneKey = { signer, address: lowerCase(signer.address) }
  const queue = createBatchQueue<Prepared, Stored>((take) =>
    togetherOrAlone(take, (items) => storeTogether(parts, key, items), isKeyLate),
  )
  return { ...key, store: queue.add, depth: queue.depth, idle: queue.idle }
}

type LaneKey = { signer: Signer; address: Address }

function isKeyLate(error: unknown): boolean {
  return error instanceof SigningError && error.isLate
}

async function storeTogether(parts: RelayParts, lane: LaneKey, take: Take<Prepared>): Promise<Stored[]> {
  const stored = await signAndStore(
    parts,
    lane.address,
    (nonce) => Promise.all(take().map((prepared, index) => signNew(parts, lane, prepared, nonce + index))),
    async (trx, signed) => {
      await insertRelayed(parts, trx, signed)
      await storeServed(trx, signed)
      await reserve(parts, trx, signed)
      return signed.map(({ id, hash, raw }) => ({ id, hash, raw }))
    },
  )
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

async function signNew(
  parts: RelayParts,
  lane: LaneKey,
  prepared: Prepared,
  nonce: number,
): Promise<NewRelayed & { prepared: Prepared }> {
  const { request, gasLimit, fees } = prepared
  const call = { to: request.to, data: request.data, value: request.value ?? 0n, gasLimit, fees }
  const attempt = await signAttempt(parts, lane.signer, { nonce, ...call })
  const { purpose, organizationId } = request
  return { id: randomUUID(), from: lane.address, nonce, purpose, organizationId, call, prepared, ...attempt }
}
