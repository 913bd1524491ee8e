import type { Address } from 'viem'
import { apiError } from '#server-kit/http/http-error.ts'
import { readBlockHash, readHeader, REORG_DEPTH_MAX, type BlockRange } from '#service/chain/chain-data.ts'
import { toFinal, readFinalBlock, type Block, type Final } from '#service/chain/final-block.ts'
import type { BlockHeader } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { readCoSigners, type CoSignerAt } from '#service/chain/wallet-authority.ts'
import {
  findWalletEvents,
  readSpent,
  readWalletLogs,
  type WalletDigest,
  type WalletEvent,
  type WalletLogs,
} from '#service/chain/wallet-events.ts'
import type { HasChain, HasConfirmations, HasLog } from '#service/context-parts.ts'

/** `deep`: a block that no reorg removes. */
export type FinalBlock = Final & { deep: { number: bigint; timestamp: bigint } }

/** A transaction whose digest is yet to be looked up. `expiration` in Unix seconds. */
export type Unread = WalletDigest & { id: string; expiration: bigint; createdAt: Date }

const BLOCKS_START = 2_000n
/**
 * Number of blocks that a first round reads back, to find executions by others while no process was running. It
 * covers more than four days at four blocks a second. A co-signer's removal takes effect three days after its start,
 * and must be announced before that.
 */
const BLOCKS_BACK = 1_500_000n
/** Number of further blocks for which a deep block is reused. */
const DEEP_BLOCKS = 16n
/** Allowed difference between the clocks of chains and servers, in seconds. */
const MARGIN_SECONDS = 3_600n

/** The chain access that following outcomes requires. */
export type OutcomeChain = {
  finalBlock: () => Promise<FinalBlock | undefined>
  /**
   * Returns the block after which logs are read for executions without a request. This is the cursor, unless it is so
   * far behind that reading from there would delay outcomes.
   */
  near: (cursor: Block, final: FinalBlock) => Promise<Block>
  /** Returns the block from which everything is read again after a reorg. It is deeper than any reorg. */
  beneath: (block: Block) => Promise<Block>
  /** Returns a final block that is at most one request's range ahead of `after`. */
  within: (after: Block, final: FinalBlock) => Promise<FinalBlock>
  /**
   * Whether the chain now has a different block at the height of this one. Undefined if the node has no block there
   * yet.
   */
  isReplaced: (block: Block) => Promise<boolean | undefined>
  /** Reads the executions of all wallets in these blocks, and the changes of their keys and co-signers. */
  events: (range: BlockRange) => Promise<WalletLogs>
  /** Reads the co-signers of the wallets at a block. Omits wallets that did not respond. */
  coSigners: (wallets: readonly Address[], at: bigint) => Promise<ReadonlyMap<Address, CoSignerAt>>
  spent: (which: readonly Unread[], at: bigint) => Promise<Unread[]>
  /** Finds the wallets' events for these digests in any block up to `to`. */
  find: (which: readonly Unread[], to: bigint) => Promise<WalletEvent[]>
}

/** Reads outcomes from the chain's node. */
export function outcomeChain({ chain, settings, log }: HasChain & HasLog & HasConfirmations): OutcomeChain {
  let blocks = BLOCKS_START
  let deep: BlockHeader | undefined
  return {
    finalBlock: async () => {
      const final = await readFinalBlock({ chain, settings })
      if (final === undefined || chain.neverReorganizes === true) return final && { ...final, deep: final }
      const deepest = final.number > REORG_DEPTH_MAX ? final.number - REORG_DEPTH_MAX : 0n
      const serves = deep !== undefined && deep.number <= deepest && deepest - deep.number <= DEEP_BLOCKS
      if (!serves) deep = (await readHeader(chain, deepest)) ?? undefined
      return deep && { ...final, deep }
    },
    near: async (cursor, final) => {
      if (final.number - cursor.number <= BLOCKS_BACK) return cursor
      const header = await readHeader(chain, final.number - BLOCKS_BACK)
      if (header === null) throw apiError('CHAIN_FAILED')
      const skipped = { from: String(cursor.number + 1n), to: String(header.number) }
      log.warn(skipped, 'these blocks are too old to search: executions by others in them are not found')
      return toFinal(header)
    },
    beneath: async ({ number }) => {
      const header = await readHeader(chain, number > REORG_DEPTH_MAX ? number - REORG_DEPTH_MAX : 0n)
      if (header === null) throw apiError('CHAIN_FAILED')
      return toFinal(header)
    },
    within: async (after, final) => {
      if (final.number - after.number <= blocks) return final
      const header = await readHeader(chain, after.number + blocks)
      if (header === null) throw apiError('CHAIN_FAILED')
      return { ...toFinal(header), deep: header.number < final.deep.number ? header : final.deep }
    },
    isReplaced: async (block) => {
      if (chain.neverReorganizes === true) return false
      const hash = await readBlockHash(chain.rpc, block.number)
      return hash === undefined ? undefined : hash !== block.hash
    },
    events: async (range) => {
      try {
        return await readWalletLogs(chain, range)
      } catch (error) {
        // Nodes limit the number of blocks or of logs, each with its own error message. The next round requests fewer
        // blocks.
        if (error instanceof RpcError && blocks > 1n) blocks /= 2n
        throw error
      }
    },
    coSigners: (wallets, at) => readCoSigners(chain, wallets, at),
    spent: (which, at) => readSpent(chain, which, at),
    find: (which, to) => findWalletEvents(chain, which, { to, notBefore: oldest(which) }),
  }
}

/**
 * Returns the time from which events are searched. No execution is older than its stored transaction, because
 * an already executed call is not stored as pending.
 */
function oldest(which: readonly Unread[]): bigint {
  const times = which.map(({ createdAt }) => searchFromSeconds(createdAt))
  return times.reduce((one, other) => (other < one ? other : one), times[0] ?? 0n)
}

/** Returns the block time in seconds from which the events of something stored at `at` are searched. */
export function searchFromSeconds(at: Date): bigint {
  return BigInt(Math.floor(at.getTime() / 1_000)) - MARGIN_SECONDS
}
