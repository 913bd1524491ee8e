import type { OnChain } from '#protocol/org/organization-transactions.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import type { TransactionRow } from '#service/ledger/transaction-answer.ts'

/** A page does not wait longer than this for a node that is only asked how old a block is. */
const HEAD_WAIT_MS_MAX = 1_000

/**
 * Where a transaction stands on the chain and what it cost the relayer; `undefined` while it stands nowhere. What somebody
 * else executed cost the relayer nothing.
 */
export async function readOnChain(
  ctx: Pick<Context, 'db' | 'chain'>,
  transaction: TransactionRow,
): Promise<OnChain | undefined> {
  const relayed = await readRelayed(ctx, transaction.relayed_id)
  const { transaction_hash: hash, block_number: block, block_hash: blockHash } = transaction
  if (hash === null || block === null || blockHash === null || hash === relayed?.transactionHash)
    return relayed
  const confirmations = await readConfirmations(ctx, BigInt(block))
  const placed = { transactionHash: hash, blockNumber: block, blockHash }
  return { ...placed, ...(confirmations !== undefined && { confirmations }) }
}

async function readRelayed(
  ctx: Pick<Context, 'db' | 'chain'>,
  relayedId: string | null,
): Promise<OnChain | undefined> {
  if (relayedId === null) return undefined
  const row = await ctx.db
    .selectFrom('relayed_transactions')
    .select(['hash', 'block_number', 'block_hash', 'gas_used', 'gas_price', 'cost_wei'])
    .where('id', '=', relayedId)
    .where('status', '<>', 'signed')
    .executeTakeFirst()
  if (row === undefined || row.block_number === null || row.block_hash === null) return undefined
  const confirmations = await readConfirmations(ctx, BigInt(row.block_number))
  return {
    transactionHash: row.hash,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    ...(row.gas_used !== null && { gasUsed: row.gas_used }),
    ...(row.gas_price !== null && { gasPriceWei: row.gas_price }),
    ...(row.cost_wei !== null && { gasCostWei: row.cost_wei }),
    ...(confirmations !== undefined && { confirmations }),
  }
}

async function readConfirmations(
  { chain }: Pick<Context, 'chain'>,
  blockNumber: bigint,
): Promise<number | undefined> {
  const head = await Promise.race([
    // What the page is about is stored: a node that is away only leaves this one number out.
    chain.rpc.request(quantitySchema, 'eth_blockNumber', []).catch(() => undefined),
    new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), HEAD_WAIT_MS_MAX).unref()),
  ])
  return head === undefined || head < blockNumber ? undefined : Number(head - blockNumber) + 1
}
