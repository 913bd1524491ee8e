import type { Address } from 'viem'
import { apiError } from '#server-kit/http/http-error.ts'
import { createBatchQueue } from '#server-kit/jobs/batch-queue.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Transaction } from '#service/db/database.ts'
import { insertSubmitted } from '#service/ledger/insert-transactions.ts'
import { inTransactions, signLoad, type Sent, type SignedLoad } from './bundle.ts'
import { reserveGas, utcDay, requireGasShares } from './gas-budget.ts'
import type { Prepared, RelayParts } from './relay-parts.ts'
import type { Relayed } from './relay.ts'
import { highestCost, insertRelayed, type NewRelayed } from './relayed-rows.ts'
import { SigningError, type Signer } from './sign-attempt.ts'

/** A signed and stored call, with the transaction that carries it and is not broadcast yet. */
export type Stored = Relayed & { sent: Sent }

/** The queue of one key. It assigns nonces, and signs and stores all waiting calls in one database transaction. */
export type Lane = ReturnType<typeof createLane>

/**
 * Creates the lane of a key. A batch is stored in one database transaction, under the lane's row lock. A
 * request whose `onSigned` throws fails alone and uses no nonce. If the key does not respond, all waiting
 * requests fail, so that the timeout does not repeat for each of them.
 */
export function createLane(
  parts: RelayParts,
  signer: Signer,
): {
  store: (prepared: Prepared) => Promise<Stored>
  depth: () => number
  idle: () => Promise<void>
  signer: Signer
  address: Address
} {
  const key: LaneKey = { signer, address: lowerCase(signer.address) }
  const isKeyLate = (error: unknown) => error instanceof SigningError && error.isLate
  const queue = createBatchQueue((join: () => readonly Prepared[]) => storeTogether(parts, key, join), {
    isOfAll: isKeyLate,
  })
  /** Signs a call with the next nonce and stores it. Resolves after the commit. */
  const store: (prepared: Prepared) => Promise<Stored> = queue.add
  return { ...key, store, depth: queue.depth, idle: queue.idle }
}

type LaneKey = { signer: Signer; address: Address }

/**
 * Stores waiting calls together. Calls that arrive before the nonces are known join the bundle. The wait for
 * the nonces is longer if more processes share the lane.
 */
async function storeTogether(parts: RelayParts, lane: LaneKey, join: () => readonly Prepared[]) {
  let batch: readonly Prepared[] = []
  const stored = await signAndStore(
    parts,
    lane,
    (nonce) => {
      batch = join()
      const loads = inTransactions(parts, lane.address, batch)
      return Promise.all(loads.map((load, index) => signLoad(parts, lane, load, nonce + index)))
    },
    async (trx, signed) => {
      const rows = signed.flatMap((load) => load.rows)
      const served = signed.flatMap((load) => load.served.map((one) => ({ ...one, sent: load.sent })))
      await insertRelayed(parts, trx, rows)
      await storeServed(trx, served)
      await reserve(parts, trx, rows)
      return new Map(served.map(({ prepared, row: { id, hash }, sent }) => [prepared, { id, hash, sent }]))
    },
  )
  parts.failpoint('stored')
  return batch.flatMap((prepared) => stored.get(prepared) ?? [])
}

/** Runs the `onSigned` callbacks of the calls, and stores the ledger's transactions that they execute. */
async function storeServed(trx: Transaction, served: SignedLoad['served']) {
  for (const { prepared, row } of served) {
    await prepared.request.onSigned?.(trx, { id: row.id, hash: row.hash })
  }
  const submitted = served.flatMap(({ prepared: { request }, row: { id, hash } }) =>
    request.transaction === undefined ? [] : [{ ...request.transaction, relayed: { id, hash } }],
  )
  await insertSubmitted(trx, submitted)
}

/** Reserves the maximum cost of the transactions in the budgets of their organizations. */
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

/**
 * Maximum number of rounds. A round fails only if another process took the nonces first, so this many
 * failures in a row are practically impossible.
 */
const ROUNDS_MAX = 50

/**
 * Returns the next nonce of a key's lane, or undefined before its first start. With `trx`, no other process
 * can take nonces of the lane until the transaction ends.
 */
export async function nextNonce(
  { chain, db }: RelayParts,
  address: Address,
  trx?: Transaction,
): Promise<number | undefined> {
  const lane = await (trx ?? db)
    .selectFrom('relayer_lanes')
    .select('next_nonce')
    .where('chain_id', '=', chain.id)
    .where('address', '=', address)
    .$if(trx !== undefined, (select) => select.forUpdate())
    .executeTakeFirst()
  return lane?.next_nonce
}

/**
 * Signs for the next nonces of a lane, and stores the result in the database transaction that takes them. A
 * key that may be remote signs before that transaction. If another process took the nonces meanwhile, the
 * signatures, which were never sent, are discarded, and all calls are signed again for the next nonces.
 *
 * @param sign Signs for the given nonce and those that follow. Returns one entry per nonce to take.
 * @param store If it throws, no nonce is used.
 */
export async function signAndStore<Signed extends readonly unknown[], Result>(
  parts: RelayParts,
  { address, signer }: LaneKey,
  sign: (firstNonce: number) => Promise<Signed>,
  store: (trx: Transaction, signed: Signed) => Promise<Result>,
): Promise<Result> {
  const isHere = signer.source === 'privateKey'
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const expected = isHere ? undefined : await nextNonce(parts, address)
    const early = expected === undefined ? undefined : await sign(expected)
    const stored = await parts.db.transaction().execute(async (trx) => {
      // Holds the lane's row until the transaction ends. No nonce is used unless it commits.
      const nonce = await nextNonce(parts, address, trx)
      if (nonce === undefined) throw new Error('the relayer has not started')
      if (!isHere && nonce !== expected) return undefined
      const signed = early ?? (await sign(nonce))
      await trx
        .updateTable('relayer_lanes')
        .set({ next_nonce: nonce + signed.length })
        .where('chain_id', '=', parts.chain.id)
        .where('address', '=', address)
        .execute()
      parts.failpoint('nonce-taken')
      return { result: await store(trx, signed) }
    })
    if (stored !== undefined) return stored.result
  }
  throw apiError('UNAVAILABLE', 'The service is busy. Try again later.')
}
