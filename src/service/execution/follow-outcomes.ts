import type { WalletDigest, WalletEvent } from '#service/chain/wallet-events.ts'
import type { Hex } from 'viem'
import type { Said } from './decide-outcome.ts'

export type Block = { number: bigint; hash: Hex }
/** Timestamps in Unix seconds. `deep`: a block that no reorganization takes back. */
export type FinalBlock = Block & { timestamp: bigint; deep: { number: bigint; timestamp: bigint } }

/** A transaction whose digest is yet to be looked up. `expiration` in Unix seconds. */
export type Unread = WalletDigest & { id: string; expiration: bigint; createdAt: Date }

/** What following outcomes asks of a chain. */
export type OutcomeChain = {
  /** The newest final block; `undefined` while there is none, or nodes disagree about it. */
  finalBlock: () => Promise<FinalBlock | undefined>
  /** A final block that is not further behind `after` than one request may ask for. */
  within: (after: Block, final: FinalBlock) => Promise<FinalBlock>
  /** Whether another block stands at this height; `undefined` when none does: the node is behind. */
  isReplaced: (block: Block) => Promise<boolean | undefined>
  /** What all wallets said in these blocks, ends included. */
  said: (range: { from: bigint; to: bigint }) => Promise<WalletEvent[]>
  spent: (which: readonly Unread[], at: bigint) => Promise<Unread[]>
  /** What the wallets said of these digests in any block up to `to`. */
  find: (which: readonly Unread[], to: bigint) => Promise<WalletEvent[]>
}

/** What one round found out: `read` were looked up as of `to`, and everything of wallets between `from` and `to` is in `said`. */
export type Step = { from: Block | undefined; to: FinalBlock; said: readonly Said[]; read: readonly string[] }

/** What following outcomes keeps. */
export type OutcomeStore = {
  cursor: () => Promise<Block | undefined>
  watched: () => Promise<{ unread: Unread[]; isFollowing: boolean }>
  /** Adds to executions what else is to be said of them. */
  annotate: (said: readonly WalletEvent[]) => Promise<Said[]>
  /** Decides by `decideOutcome`. Changes nothing when the cursor is not at `from` any more. */
  record: (step: Step) => Promise<void>
  /** The blocks of watched outcomes. */
  outcomeBlocks: () => Promise<Block[]>
  /** Outcomes of `gone` are taken back (`stateWithoutEvent`), all that is watched is unread, and the cursor is at `to`. */
  takeBack: (gone: readonly Block[], to: Block) => Promise<void>
}

export type Following = { chain: OutcomeChain; store: OutcomeStore }

/**
 * One round of looking what wallets said of the digests that are watched: of new ones by asking the wallets, forty in
 * one request, of the others by one request for the logs of all blocks since the last round. Nothing is asked while
 * nothing is watched. Answers whether there is more to do at once. Source: ADR 0010.
 */
export async function followOutcomes({ chain, store }: Following): Promise<boolean> {
  const { unread, isFollowing } = await store.watched()
  if (unread.length === 0 && !isFollowing) return false
  const final = await chain.finalBlock()
  if (final === undefined) return false
  const cursor = await store.cursor()
  if (cursor !== undefined) {
    const isReplaced = cursor.number > final.number ? undefined : await chain.isReplaced(cursor)
    if (isReplaced === undefined) return false
    if (isReplaced) return takeBack({ chain, store }, final)
  }
  if (await isReplacedAhead({ chain, store }, cursor)) return takeBack({ chain, store }, final)
  const reads = isFollowing && cursor !== undefined && cursor.number < final.number
  const to = reads ? await chain.within(cursor, final) : final
  const said = reads ? await chain.said({ from: cursor.number + 1n, to: to.number }) : []
  const isNewest = to.number === final.number
  const looked = isNewest ? await lookUp(chain, unread, to) : { said: [], read: [] }
  // What was read may be of blocks that were replaced while it was.
  if ((await chain.isReplaced(to)) !== false) return false
  await store.record({
    from: cursor,
    to,
    said: await store.annotate([...said, ...looked.said]),
    read: looked.read,
  })
  return !isNewest
}

/** `used(digest)` is exact until the expiration; later only the logs are. */
async function lookUp(
  chain: OutcomeChain,
  unread: readonly Unread[],
  { number, timestamp }: FinalBlock,
): Promise<{ said: WalletEvent[]; read: string[] }> {
  const isLive = ({ expiration }: Unread) => expiration > timestamp
  const spent = await chain.spent(unread.filter(isLive), number)
  const asked = [...spent, ...unread.filter((one) => !isLive(one))]
  const said = asked.length === 0 ? [] : await chain.find(asked, number)
  const found = new Set(said.map(({ digest }) => digest))
  // A spent digest of which no log is found stays unread: the node does not have all logs yet.
  const unexplained = new Set(spent.filter(({ digest }) => !found.has(digest)).map(({ id }) => id))
  return { said, read: unread.filter(({ id }) => !unexplained.has(id)).map(({ id }) => id) }
}

/** Outcomes ahead of the cursor were recorded by a request; those behind it stand on the cursor's own chain. */
async function isReplacedAhead({ chain, store }: Following, cursor: Block | undefined): Promise<boolean> {
  const blocks = await store.outcomeBlocks()
  const ahead = blocks.filter(({ number }) => cursor === undefined || number > cursor.number)
  for (const block of ahead) if ((await chain.isReplaced(block)) === true) return true
  return false
}

async function takeBack({ chain, store }: Following, final: FinalBlock): Promise<boolean> {
  const gone: Block[] = []
  for (const block of await store.outcomeBlocks()) {
    if ((await chain.isReplaced(block)) === true) gone.push(block)
  }
  await store.takeBack(gone, final)
  return true
}
