import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import { readKnown } from '#service/chain/chain-data.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { broadcast } from './broadcast.ts'
import { nextNonce, type Lane } from './lane.ts'
import type { OfferPace } from './offer-pace.ts'
import type { RelayParts } from './relay-parts.ts'
import { insertRelayed } from './relayed-rows.ts'
import { emptyCall } from './replace.ts'
import { signAttempt } from './sign-attempt.ts'
import type { Watcher } from './watcher.ts'

const REPAIRS_MAX = 100

/** Returns the number of a key's transactions that the chain has mined, which is its next nonce. */
export async function chainNonce(
  parts: RelayParts,
  lane: Lane,
  block: 'latest' | 'pending',
): Promise<number> {
  const params = [lane.address, block]
  return Number(await parts.chain.rpc.request(quantitySchema, 'eth_getTransactionCount', params))
}

/** Creates the lane's row at the first start, with the chain's own count. */
export async function ensureLane(parts: RelayParts, lane: Lane): Promise<void> {
  const found = await nextNonce(parts, lane.address)
  if (found !== undefined) return
  await parts.db
    .insertInto('relayer_lanes')
    .values({
      chain_id: parts.chain.id,
      address: lane.address,
      next_nonce: await chainNonce(parts, lane, 'pending'),
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
    .execute()
}

/**
 * Aligns the lane with the chain. If the key was used elsewhere, the chain is ahead and the lane follows. If rows
 * were lost, the lane is ahead, and some nonces have no row. An empty transaction uses each of these nonces, because
 * later transactions would wait forever. A settled transaction that the node no longer has is broadcast again, at the
 * pace of `offers`.
 */
export async function repairNonces(
  { parts, lane, watcher, offers }: { parts: RelayParts; lane: Lane; watcher: Watcher; offers: OfferPace },
  mined: number,
): Promise<void> {
  await parts.db
    .updateTable('relayer_lanes')
    .set({ next_nonce: mined })
    .where('chain_id', '=', parts.chain.id)
    .where('address', '=', lane.address)
    .where('next_nonce', '<', mined)
    .execute()
  const next = (await nextNonce(parts, lane.address)) ?? mined
  if (next <= mined) return offers.forget()
  const known = await parts.db
    .selectFrom('relayed_transactions')
    .innerJoin('relayer_attempts', 'relayer_attempts.hash', 'relayed_transactions.hash')
    .select([
      'relayed_transactions.nonce',
      'relayed_transactions.status',
      'relayed_transactions.block_number',
      'relayed_transactions.block_hash',
      'relayer_attempts.raw',
    ])
    .where('relayed_transactions.chain_id', '=', parts.chain.id)
    .where('relayed_transactions.from_address', '=', lane.address)
    .where('relayed_transactions.nonce', '>=', mined)
    .where('relayed_transactions.bundle_id', 'is', null)
    .orderBy('relayed_transactions.nonce')
    .execute()
  const explained = new Set(known.map((row) => row.nonce))
  const settled = known.filter(({ status }) => status !== 'signed').slice(0, REPAIRS_MAX)
  await offerSettled({ parts, lane, offers }, settled)
  const unexplained = Array.from({ length: next - mined }, (_, index) => mined + index).filter(
    (nonce) => !explained.has(nonce),
  )
  if (unexplained.length === 0) return
  // The pool or the chain has a transaction for each nonce below this one, whoever sent it.
  const inPool = await chainNonce(parts, lane, 'pending')
  const missing = unexplained.filter((nonce) => nonce >= inPool).slice(0, REPAIRS_MAX)
  for (const nonce of missing) await fillNonce(parts, lane, nonce, watcher)
}

type Settled = { nonce: number; block_number: string | null; block_hash: Hex | null; raw: Hex }

/**
 * Broadcasts settled transactions that the node does not have. A different block at the same height proves a reorg.
 * If there is no such block, the node lags behind an earlier one, or the chain became shorter. Either is possible, so
 * the transactions are broadcast anyway.
 */
async function offerSettled(
  { parts, lane, offers }: { parts: RelayParts; lane: Lane; offers: OfferPace },
  settled: readonly Settled[],
): Promise<void> {
  if (settled.length === 0) return offers.forget()
  // Reads the count of mined transactions again, because more may have been mined and settled since the last read.
  const mined = await chainNonce(parts, lane, 'latest')
  const missing = settled.filter(({ nonce }) => nonce >= mined)
  const due = missing.filter(({ nonce }) => offers.isDue(nonce, parts.clock.now()))
  if (due.length === 0) return
  const replaced = await countReplaced(parts, due)
  const noted = { relayer: lane.address, mined }
  if (replaced > 0) parts.log.warn({ ...noted, transactions: replaced }, NOT_ON_CHAIN)
  if (due.length > replaced) parts.log.warn({ ...noted, transactions: due.length - replaced }, NODE_LAGS)
  for (const { raw } of due) await broadcast(parts.chain, raw)
}

const NODE_LAGS =
  'the node lags: it does not have the blocks of settled transactions yet; offering them again in case the blocks are lost'
const NOT_ON_CHAIN = 'settled transactions are not on the chain any more; offering them again'

/** Counts the transactions at whose height the node now has a different block. */
async function countReplaced({ chain }: RelayParts, settled: readonly Settled[]): Promise<number> {
  const numbers = new Set(settled.flatMap(({ block_number: number }) => number ?? []))
  const hashes = new Map<string, Hex | undefined>()
  for (const number of numbers) hashes.set(number, (await readKnown(chain, BigInt(number)))?.hash)
  return settled.filter(({ block_number: number, block_hash: hash }) => {
    const found = hashes.get(number ?? '')
    return found !== undefined && found !== hash
  }).length
}

async function fillNonce(parts: RelayParts, lane: Lane, nonce: number, watcher: Watcher): Promise<void> {
  parts.log.warn({ nonce }, 'no stored transaction explains this nonce; using it up with an empty one')
  const call = { ...(await emptyCall(parts, lane.address)), fees: await parts.currentFees() }
  const attempt = await signAttempt(parts, lane.signer, { nonce, ...call })
  const id = randomUUID()
  const signed = { id, from: lane.address, nonce, purpose: 'repair' as const, call, ...attempt }
  await parts.db.transaction().execute((trx) => insertRelayed(parts, trx, [signed]))
  watcher.watch(id, attempt.hash)
  await broadcast(parts.chain, attempt.raw)
}
