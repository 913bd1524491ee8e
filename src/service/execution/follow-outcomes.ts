import { randomUUID } from 'node:crypto'
import { createJobLoop, joinLoops, type Jobs } from '#server-kit/jobs/job-loop.ts'
import type { Block } from '#service/chain/final-block.ts'
import type {
  HasChain,
  HasClock,
  HasConfirmations,
  HasDatabase,
  HasLog,
  HasNotifications,
} from '#service/context-parts.ts'
import { returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import { outcomeChain, type FinalBlock, type OutcomeChain, type Unread } from './outcome-chain.ts'
import { outcomeStore, type OutcomeStore } from './outcome-store.ts'

/** Minimum time between two rounds, in milliseconds. Blocks that arrive within it are read together. */
const PACE_MS = 200
/** Poll interval in milliseconds. Usually blocks and notifications wake it earlier. */
const POLL_MS = 5_000
const LEASE_MS = 15_000

/**
 * Interval at which blocks are read while nothing is watched, in milliseconds. Executions without a request are
 * found within this time.
 */
const PATROL_MS = 10_000

/** Follows the wallets' outcomes, in one process at a time per chain. */
export function createOutcomeJobs(
  ctx: HasChain & HasClock & HasDatabase & HasLog & HasNotifications & HasConfirmations,
): Jobs {
  const lease: Lease = { name: `outcomes ${ctx.chain.id}`, owner: randomUUID(), ttlMs: LEASE_MS }
  const following = { chain: outcomeChain(ctx), store: outcomeStore(ctx) }
  // The embedded chain runs on this machine, so each round may read its blocks.
  const patrolMs = ctx.chain.neverReorganizes === true ? 0 : PATROL_MS
  let patrolledAt = -Infinity
  const round = async () => {
    const isPatrol = performance.now() - patrolledAt >= patrolMs
    if (isPatrol) patrolledAt = performance.now()
    return followOutcomes(following, isPatrol)
  }
  const loop = createJobLoop({
    round: async () => (await takeLease(ctx.db, lease)) && (await round()),
    paceMs: PACE_MS,
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'outcomes could not be looked up; trying again',
  })
  const jobs = joinLoops([loop], async () => [
    await ctx.notifications.listen('outcomes', loop.wake),
    ctx.chain.onBlock(loop.wake),
  ])
  const stop = async () => {
    await jobs.stop()
    await returnLease(ctx, lease)
  }
  return { start: jobs.start, stop }
}

export type Following = { chain: OutcomeChain; store: OutcomeStore }

/**
 * Runs one round of looking up the wallets' events for the watched digests. For new digests it asks the
 * wallets, forty per request. For the others it reads the logs of all blocks since the last round in one
 * request. The same logs show executions without a request to the service. While nothing is watched, they are
 * read only on a `patrol`. Returns whether there is more to do at once. Source: ADR 0010.
 */
export async function followOutcomes({ chain, store }: Following, isPatrol = true): Promise<boolean> {
  const { unread, isFollowing } = await store.watched()
  const isIdle = unread.length === 0 && !isFollowing
  if (isIdle && !isPatrol) return false
  const final = await chain.finalBlock()
  if (final === undefined) return false
  const cursor = await store.cursor()
  if (isIdle && cursor?.hash === final.hash) return false
  if (cursor !== undefined) {
    const isReplaced = await isReplacedBefore(chain, cursor, final)
    if (isReplaced === undefined) return false
    if (isReplaced) return takeBack({ chain, store }, cursor)
  }
  if (await isReplacedAhead({ chain, store }, cursor)) return takeBack({ chain, store }, cursor ?? final)
  const from = cursor === undefined || isFollowing ? cursor : await chain.near(cursor, final)
  const reads = from !== undefined && from.number < final.number
  const to = reads ? await chain.within(from, final) : final
  const { events, changes } = reads
    ? await chain.events({ from: from.number + 1n, to: to.number })
    : { events: [], changes: [] }
  const isNewest = to.number === final.number
  const looked = isNewest ? await lookUp(chain, unread, to) : { events: [], read: [] }
  const all = [...events, ...looked.events]
  const [annotated, outside] = [await store.annotate(all), await store.findOutside(events)]
  // A reorg may have replaced the blocks while they were read.
  if ((await chain.isReplaced(to)) !== false) return false
  await store.record({ from: cursor, to, events: annotated, outside, read: looked.read, changes })
  await store.recordEndedRemovals(to, chain.coSigners)
  return !isNewest
}

/**
 * Returns whether the cursor's block was replaced. Uses the parent hash of the final block if that is the
 * next block, else asks the node. Undefined if the node is behind.
 */
function isReplacedBefore(chain: OutcomeChain, cursor: Block, final: FinalBlock) {
  if (cursor.number > final.number) return undefined
  return cursor.number === final.number - 1n ? cursor.hash !== final.parentHash : chain.isReplaced(cursor)
}

/**
 * Looks up the digests in the final block. The contract's `used(digest)` is exact only until the expiration.
 * For expired digests, the logs are read.
 */
async function lookUp(chain: OutcomeChain, unread: readonly Unread[], { number, timestamp }: FinalBlock) {
  const isLive = ({ expiration }: Unread) => expiration > timestamp
  const spent = await chain.spent(unread.filter(isLive), number)
  const asked = [...spent, ...unread.filter((one) => !isLive(one))]
  const events = asked.length === 0 ? [] : await chain.find(asked, number)
  const found = new Set(events.map(({ digest }) => digest))
  // A spent digest without a log stays unread: the node does not have all logs yet.
  const unexplained = new Set(spent.filter(({ digest }) => !found.has(digest)).map(({ id }) => id))
  return { events, read: unread.filter(({ id }) => !unexplained.has(id)).map(({ id }) => id) }
}

/**
 * Returns whether a reorg replaced a block ahead of the cursor. Requests record outcomes in such blocks.
 * Blocks behind the cursor are covered by the check of the cursor itself.
 */
async function isReplacedAhead({ chain, store }: Following, cursor: Block | undefined): Promise<boolean> {
  const blocks = await store.outcomeBlocks()
  const ahead = blocks.filter(({ number }) => cursor === undefined || number > cursor.number)
  for (const block of ahead) if ((await chain.isReplaced(block)) === true) return true
  return false
}

/**
 * Reverts the outcomes in replaced blocks, and moves the cursor to a block below `seen`, from which
 * everything is read again.
 */
async function takeBack({ chain, store }: Following, seen: Block): Promise<boolean> {
  const replaced: Block[] = []
  for (const block of await store.outcomeBlocks()) {
    if ((await chain.isReplaced(block)) === true) replaced.push(block)
  }
  await store.takeBack(replaced, await chain.beneath(seen))
  return true
}
