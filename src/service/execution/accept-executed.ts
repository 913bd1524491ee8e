import type { Hex } from 'viem'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import {
  findWalletEvents,
  readSpent,
  type WalletDigest,
  type WalletEvent,
} from '#service/chain/wallet-events.ts'
import type { Context } from '#service/context.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { executionsWithNotes } from './annotate-executions.ts'
import { UNAPPROVED, type Said } from './decide-outcome.ts'
import { readFinalBlock } from './outcome-chain.ts'
import { alertOfUnapproved, recordDecisions } from './record-decisions.ts'
import { findByDigest, type StoredTransaction } from '#service/ledger/find-by-digest.ts'
import { insertExecuted, type CheckedTransaction } from '#service/ledger/insert-transactions.ts'

/** A request that the chain refuses, and what is stored of it. `isProtected`: its end-user would have to approve. */
export type Refused = {
  checked: CheckedTransaction
  isProtected: boolean
  first: StoredTransaction | undefined
}

const MARGIN_SECONDS = 3_600n

/**
 * What becomes of an execute request that the chain refuses: when somebody else has brought the call to the chain, it is
 * stored as its wallet says, or recorded so where it is stored. Answers what is stored by then.
 *
 * @throws UNAVAILABLE while no final log tells which transaction did it; CHAIN_FAILED, CHAIN_TIMEOUT;
 *   TRANSACTION_REVERTS when its signer has cancelled it
 */
export async function acceptExecuted(ctx: Context, refused: Refused): Promise<StoredTransaction | undefined> {
  const { checked, first } = refused
  const event = await findSaid(ctx, checked)
  if (event === undefined) return first
  const { toAddress, data } = checked.call
  const calls = new Map([[checked.digest, { to_address: toAddress, selector: data.slice(0, 10) }]])
  const [said = event] = await executionsWithNotes(ctx, [event], calls)
  const final = await readFinalBlock(ctx)
  const isFinal = final !== undefined && said.blockNumber <= final.number
  if (first === undefined) await store(ctx, refused, said, isFinal)
  else if (isFinal) {
    const findings = { said: [said], read: [], unspentAt: 0n }
    const decided = await ctx.db.transaction().execute((trx) => recordDecisions(ctx, trx, findings))
    alertOfUnapproved(ctx, decided)
  }
  return findByDigest(ctx.db, checked.organizationId, checked.digest)
}

async function store(
  ctx: Context,
  { checked, isProtected }: Refused,
  said: Said,
  isFinal: boolean,
): Promise<void> {
  if (said.kind === 'cancelled') throw apiError('TRANSACTION_REVERTS', 'its signer has cancelled it')
  const transaction = { ...checked, now: ctx.clock.now() }
  const executed = { ...said, ...(isProtected && { note: UNAPPROVED }), isFinal }
  try {
    await ctx.db.transaction().execute((trx) => insertExecuted(trx, transaction, executed))
  } catch (error) {
    // The same request at the same time was faster.
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
  }
}

async function findSaid(
  ctx: Context,
  { call, digest }: CheckedTransaction,
): Promise<WalletEvent | undefined> {
  const wallet: Hex = `0x${call.walletAddress.slice(2).toLowerCase()}`
  const one = { wallet, digest }
  // With what the pool holds: another's transaction is refused by the simulation before it is in a block.
  if ((await readSpent(ctx.chain, [one], 'pending')).length === 0) return undefined
  const to = await ctx.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
  const [event] = await findWalletEvents(ctx.chain, [one], { to, notBefore: await oldest(ctx, one) })
  if (event !== undefined) return event
  throw apiError('UNAVAILABLE', 'Somebody else is executing this call. Send the same request again soon.', {
    headers: { 'retry-after': '2' },
  })
}

/** No call of a wallet was executed before the service knew the wallet. */
async function oldest({ db }: Context, { wallet }: WalletDigest): Promise<bigint> {
  const row = await db
    .selectFrom('wallets')
    .select((select) => select.fn.min('created_at').as('at'))
    .where('address', '=', wallet)
    .executeTakeFirst()
  const at = row?.at ?? new Date(0)
  return BigInt(Math.floor(at.getTime() / 1_000)) - MARGIN_SECONDS
}
