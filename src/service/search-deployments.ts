import { sql } from 'kysely'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import { readFinalBlock } from '#service/chain/final-block.ts'
import { findDeployments } from '#service/chain/find-deployments.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import { underLease } from '#service/db/leases.ts'
import { relayerAddresses } from '#service/relayer/relayer-addresses.ts'
import { adoptWallet } from './adopt-wallet.ts'
import type { HasChain, HasClock, HasConfirmations, HasDatabase, HasLog } from './context-parts.ts'

/** Poll interval in milliseconds. A restore requests a search before the start, and a failover at any time. */
const POLL_MS = 60_000
/** Blocks per step. After a restart the search continues with the step that was interrupted. */
const STEP_BLOCKS = 256n

/** The parts of the context that adopting wallets requires. */
export type AdoptionContext = HasDatabase & HasChain & HasClock & HasConfirmations
type Parts = AdoptionContext & HasLog

/** Adopts the wallets whose deployment this service sent and then lost, after a restore or a lossy failover. */
export function createDeploymentSearch(ctx: Parts): JobLoop {
  return createJobLoop({
    round: async () => (await underLease(ctx, 'deployment search', () => searchOneStep(ctx)))?.result,
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'lost wallets could not be searched on the chain; trying again later',
  })
}

/** Searches one step of blocks. Returns whether there are more blocks to search now. */
async function searchOneStep(ctx: Parts): Promise<boolean> {
  const { db, chain, log } = ctx
  const request = await db
    .selectFrom('deployment_searches')
    .select(['next_block', sql<boolean>`search_until > now()`.as('continues')])
    .where('chain_id', '=', chain.id)
    .executeTakeFirst()
  const final = request && (await readFinalBlock(ctx))
  if (request === undefined || final === undefined) return false
  const from = BigInt(request.next_block)
  if (from > final.number) return false
  const last = from + STEP_BLOCKS - 1n
  const to = last < final.number ? last : final.number
  const adopted = await adoptDeployments(ctx, { from, to })
  if (adopted.length > 0)
    log.warn({ wallets: adopted }, 'adopted wallets of the chain that the database had lost')
  const hasMore = to < final.number
  // New blocks are searched until `search_until`, because a lost deployment may still be in the node's pool.
  if (hasMore || request.continues) {
    const next = { next_block: (to + 1n).toString() }
    await db.updateTable('deployment_searches').set(next).where('chain_id', '=', chain.id).execute()
    return hasMore
  }
  await db.deleteFrom('deployment_searches').where('chain_id', '=', chain.id).execute()
  return false
}

/**
 * Adopts the wallets that this service's relayer deployed in these blocks, both ends included. Returns their
 * addresses.
 */
export async function adoptDeployments(
  ctx: AdoptionContext,
  blocks: { from: bigint; to: bigint },
): Promise<string[]> {
  const senders = await relayerAddresses(ctx)
  const adopted: string[] = []
  for (const { transactionHash, ...wallet } of await findDeployments(ctx.chain, { ...blocks, senders })) {
    // The transaction may have failed.
    if (!(await isDeployed(ctx.chain, wallet.address))) continue
    if ((await adoptWallet(ctx, { wallet, transactionHash })) === 'adopted') adopted.push(wallet.address)
  }
  return adopted
}
