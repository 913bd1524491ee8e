import { decodeEventLog, toEventSelector } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { readLogs, type BlockRange, type ChainLog } from '#service/chain/chain-data.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import { findRow } from '#service/db/find-row.ts'
import { underLease } from '#service/db/leases.ts'
import { readFinalBlock } from '#service/execution/outcome-chain.ts'
import { queueAuthorityNotices, type AuthorityChange } from './authority-notices.ts'

const REMOVAL_STARTED = toEventSelector('CoSignerRemovalStarted(address,uint256)')
const KEY_ADDED = toEventSelector('KeyAdded(uint256,uint256,uint256)')
const TOPICS = [[REMOVAL_STARTED, KEY_ADDED]] as const

/** The first start of a deployment looks this many blocks back. */
const BLOCKS_BACK = 20_000n
/** Blocks per request. Halved while the node refuses, since nodes limit them each in its own words. */
const BLOCKS_MAX = 2_000n
/** Requests per round. */
const REQUESTS_MAX = 20

type Parts = Pick<Context, 'db' | 'chain' | 'settings' | 'log'>

/**
 * Looks for removals of co-signers that have started and for keys that were added, and notifies the wallets' end-users. Such
 * calls come over the chain without the service too. The cursor moves in the database transaction that queues the notices: after
 * any end of the process a block is read again, and no person is notified twice.
 */
export function createAuthorityWatch(ctx: Parts): () => Promise<boolean> {
  let blocks = BLOCKS_MAX
  const readNext = async (): Promise<boolean> => {
    for (let asked = 0; asked < REQUESTS_MAX; asked += 1) {
      const range = await nextRange(ctx, blocks)
      if (range === undefined) return false
      const logs = await readLogs(ctx.chain, range, TOPICS).catch((error: unknown) => {
        if (error instanceof RpcError && blocks > 1n) return undefined
        throw error
      })
      if (logs === undefined) {
        blocks /= 2n
        continue
      }
      await store(ctx, range, logs.flatMap(readChange))
      blocks = blocks < BLOCKS_MAX ? blocks * 2n : BLOCKS_MAX
    }
    return true
  }
  return async () => (await underLease(ctx, 'authority', readNext))?.result ?? false
}

/** The blocks to read next. Undefined if there are no new final ones. */
async function nextRange(ctx: Parts, blocks: bigint): Promise<BlockRange | undefined> {
  const final = await readFinalBlock(ctx)
  if (final === undefined) return undefined
  const cursor = await findRow(ctx.db, 'authority_cursors', ['next_block'], { chain_id: ctx.chain.id })
  const first = final.number > BLOCKS_BACK ? final.number - BLOCKS_BACK : 0n
  const from = cursor === undefined ? first : BigInt(cursor.next_block)
  if (from > final.number) return undefined
  const last = from + blocks - 1n
  return { from, to: last < final.number ? last : final.number }
}

async function store({ db, chain }: Parts, { to }: BlockRange, changes: readonly AuthorityChange[]) {
  const next = { chain_id: chain.id, next_block: String(to + 1n) }
  await db.transaction().execute(async (trx) => {
    await queueAuthorityNotices(trx, changes)
    await trx
      .insertInto('authority_cursors')
      .values(next)
      .onConflict((conflict) => conflict.column('chain_id').doUpdateSet({ next_block: next.next_block }))
      .execute()
  })
}

/** The change that a log reports. Empty for another contract's log with the same first topic. */
function readChange(log: ChainLog): AuthorityChange[] {
  const [signature, ...topics] = log.topics
  if (signature === undefined) return []
  const found = { wallet: lowerCase(log.address), hash: log.transactionHash, logIndex: log.logIndex }
  try {
    const event = decodeEventLog({ abi: passkeyWalletAbi, data: log.data, topics: [signature, ...topics] })
    if (event.eventName === 'KeyAdded') return [{ ...found, kind: 'key-added', effectiveAt: null }]
    if (event.eventName !== 'CoSignerRemovalStarted') return []
    const effectiveAt = new Date(Number(event.args.until) * 1_000)
    return isInTime(effectiveAt) ? [{ ...found, kind: 'removal-started', effectiveAt }] : []
  } catch {
    return []
  }
}

/** A stranger's contract can name any number. */
function isInTime(at: Date): boolean {
  return at.getTime() < MAX_TIME_MS
}

/** The year 9999: what the database and the pages can write. */
const MAX_TIME_MS = 253_402_300_800_000
