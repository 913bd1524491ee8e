import type { Address } from 'viem'
import { type Transaction, retryDeadlock } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { RelayParts } from './relay-parts.ts'

/** A round is lost only when another process stored something: this many in a row do not happen. */
const ROUNDS_MAX = 50

/** The nonce that a key's lane gives out next; `undefined` before its first start. */
export async function nextNonce(parts: RelayParts, address: Address): Promise<number | undefined> {
  const row = await parts.db
    .selectFrom('relayer_lanes')
    .select('next_nonce')
    .where('chain_id', '=', parts.chain.id)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.next_nonce
}

/**
 * Signs for the next nonces of a lane, and stores what was signed in the database transaction that takes them. Signing
 * comes before that transaction, because a key may be a network away. When another process took the nonces meanwhile,
 * what was signed, which was never sent, is forgotten, and all is signed again for the nonces that come next.
 *
 * @param sign Signs for the given nonce and those that follow; answers as many as nonces are to be taken.
 * @param store When it throws, no nonce is spent.
 */
export async function signAndStore<Signed extends readonly unknown[], Result>(
  parts: RelayParts,
  address: Address,
  sign: (firstNonce: number) => Promise<Signed>,
  store: (trx: Transaction, signed: Signed) => Promise<Result>,
): Promise<Result> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const nonce = await nextNonce(parts, address)
    if (nonce === undefined) throw new Error('the relayer has not started')
    const signed = await sign(nonce)
    const stored = await retryDeadlock(() =>
      parts.db.transaction().execute(async (trx) => {
        if (!(await takeNonces(parts, trx, { address, nonce, count: signed.length }))) return undefined
        parts.failpoint('nonce-taken')
        return { result: await store(trx, signed) }
      }),
    )
    if (stored !== undefined) return stored.result
  }
  throw apiError('UNAVAILABLE', 'The service is busy. Try again later.')
}

/** Takes nonces if they are still the next. Holds the lane's row until the transaction ends; none is spent unless it commits. */
async function takeNonces(
  parts: RelayParts,
  trx: Transaction,
  { address, nonce, count }: { address: Address; nonce: number; count: number },
): Promise<boolean> {
  const taken = await trx
    .updateTable('relayer_lanes')
    .set({ next_nonce: nonce + count })
    .where('chain_id', '=', parts.chain.id)
    .where('address', '=', address)
    .where('next_nonce', '=', nonce)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}
