import { sql } from 'kysely'
import type { Hex } from 'viem'
import { TRANSACTION_STATES, type TransactionState } from '#protocol/transaction-states.ts'
import type { AuthorityEvent } from '#service/chain/authority-events.ts'
import type { Block } from '#service/chain/final-block.ts'
import type { WalletEvent } from '#service/chain/wallet-events.ts'
import type { HasChain, HasClock, HasConfirmations, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { moveTransactions, watchTransactions } from '#service/ledger/move-transactions.ts'
import { recordAuthorityEvents, recordEndedRemovals, type ReadCoSigners } from './authority-events.ts'
import { stateWithoutEvent, type OutcomeEvent } from './decide-outcome.ts'
import { annotateExecutions } from './execution-notes.ts'
import type { FinalBlock, Unread } from './outcome-chain.ts'
import { findOutside, recordOutside, reportOutside, type OutsideExecution } from './outside-executions.ts'
import { lockOutcomeRows, alertOfBypassed, recordDecisions } from './record-decisions.ts'

/**
 * The results of one round. `read` was looked up as of `to`. `events` has all wallets' events between `from`
 * and `to`.
 */
export type Step = {
  from: Block | undefined
  to: FinalBlock
  events: readonly OutcomeEvent[]
  /** Executions among the events that have no record. */
  outside: readonly OutsideExecution[]
  read: readonly string[]
  /** Changes of keys and co-signers between `from` and `to`, in order. */
  changes: readonly AuthorityEvent[]
}

const UNREAD_MAX = 400
/**
 * Seconds per confirmation after which a sent transaction without an outcome may have been executed by
 * another party.
 */
const LONG_SENT_SECONDS = 10

/** The storage that following outcomes requires. */
export type OutcomeStore = {
  cursor: () => Promise<Block | undefined>
  watched: () => Promise<{ unread: Unread[]; isFollowing: boolean }>
  annotate: (events: readonly WalletEvent[]) => Promise<OutcomeEvent[]>
  /** Finds executions of the service's wallets that are not stored. */
  findOutside: (events: readonly WalletEvent[]) => Promise<readonly OutsideExecution[]>
  /** Decides with `decideOutcome`. Changes nothing if the cursor is no longer at `from`. */
  record: (step: Step) => Promise<void>
  /** Reports removals of co-signers that have taken effect by `to`. */
  recordEndedRemovals: (to: FinalBlock, readCoSigners: ReadCoSigners) => Promise<void>
  outcomeBlocks: () => Promise<Block[]>
  /**
   * Reverts outcomes in `replaced` (`stateWithoutEvent`), marks everything watched as unread, and sets the
   * cursor to `to`.
   */
  takeBack: (replaced: readonly Block[], to: Block) => Promise<void>
}

/** Stores outcomes in the database. */
export function outcomeStore(
  ctx: HasChain & HasClock & HasDatabase & HasLog & HasConfirmations,
): OutcomeStore {
  return {
    cursor: () => readCursor(ctx),
    watched: () => readWatched(ctx),
    annotate: (events) => annotateExecutions(ctx, events),
    findOutside: (events) => findOutside(ctx, events),
    record: (step) => recordStep(ctx, step),
    recordEndedRemovals: (to, readCoSigners) => recordEndedRemovals(ctx, to, readCoSigners),
    outcomeBlocks: () => readOutcomeBlocks(ctx),
    takeBack: (replaced, to) => takeBack(ctx, replaced, to),
  }
}

async function readCursor({ db, chain }: HasChain & HasDatabase): Promise<Block | undefined> {
  const row = await db
    .selectFrom('outcome_cursors')
    .select(['block_number', 'block_hash'])
    .where('chain_id', '=', chain.id)
    .executeTakeFirst()
  return row && { number: BigInt(row.block_number), hash: row.block_hash }
}

async function readWatched({
  db,
  chain,
  settings,
}: HasChain & HasDatabase & HasConfirmations): Promise<{ unread: Unread[]; isFollowing: boolean }> {
  const longSent = sql`watch is null and state = 'SUBMITTED' and relayed_id in (
    select relayed.id from open_relayed_transactions as open
    join relayed_transactions as relayed on relayed.id = open.relayed_id or relayed.bundle_id = open.relayed_id
    where open.chain_id = ${chain.id} and relayed.purpose = 'transaction'
      and relayed.attempted_at <= service_now() - ${LONG_SENT_SECONDS * settings.confirmations}::integer * interval '1 second'
    limit ${UNREAD_MAX})`
  await watchTransactions(db, 'unread', longSent)
  const { rows } = await sql<Omit<Unread, 'expiration'> & { expiration: string }>`
    select id, wallet_address as wallet, digest, expiration, created_at as "createdAt" from transactions
    where watch = 'unread' order by expiration limit ${UNREAD_MAX}`.execute(db)
  const followed = await sql`select 1 from transactions where watch = 'followed' limit 1`.execute(db)
  const unread: Unread[] = rows.map((row) => ({ ...row, expiration: BigInt(row.expiration) }))
  return { unread, isFollowing: followed.rows.length > 0 }
}

async function recordStep(
  ctx: HasChain & HasClock & HasDatabase & HasLog,
  { from, to, events, outside, read, changes }: Step,
): Promise<void> {
  const recorded = await ctx.db.transaction().execute(async (trx) => {
    if (!(await moveCursor(ctx, trx, from, to))) return undefined
    const decided = await recordDecisions(ctx, trx, { events, read, unspentAt: to.number })
    const found = await recordOutside(ctx, trx, outside)
    await recordAuthorityEvents(ctx, trx, changes)
    await close(trx, to)
    return { decided, found }
  })
  if (recorded === undefined) return
  alertOfBypassed(ctx, recorded.decided)
  reportOutside(ctx, recorded.found)
}

/** Returns whether the cursor was still at `from`. Another process may have been faster. */
async function moveCursor(ctx: HasChain, trx: Transaction, from: Block | undefined, to: Block) {
  const moved =
    from === undefined
      ? sql`insert into outcome_cursors (chain_id, block_number, block_hash)
          values (${ctx.chain.id}, ${to.number.toString()}::numeric, ${to.hash})
          on conflict (chain_id) do nothing returning chain_id`
      : sql`update outcome_cursors set block_number = ${to.number.toString()}::numeric, block_hash = ${to.hash}
          where chain_id = ${ctx.chain.id} and block_number = ${from.number.toString()}::numeric
            and block_hash = ${from.hash} returning chain_id`
  return (await moved.execute(trx)).rows.length > 0
}

/** Stops watching outcomes that no reorg can change. */
async function close(trx: Transaction, { deep }: FinalBlock): Promise<void> {
  const isOver = sql`watch = 'followed' and (
    ((state in ('FAILED', 'REJECTED', 'EXPIRED') or (state = 'CANCELLED' and block_number is null))
      and expiration <= ${deep.timestamp.toString()}::numeric)
    or (state in ('CONFIRMED', 'CANCELLED') and block_number <= ${deep.number.toString()}::numeric))`
  await watchTransactions(trx, null, isOver)
  await sql`update unread_executions set followed = false
    where followed and block_number <= ${deep.number.toString()}::numeric`.execute(trx)
}

async function readOutcomeBlocks({ db }: HasDatabase): Promise<Block[]> {
  const { rows } = await sql<{ number: string; hash: Hex }>`
    select block_number::text as number, block_hash as hash from transactions
    where watch = 'followed' and state in ('CONFIRMED', 'CANCELLED') and block_hash is not null
    union select block_number::text, block_hash from unread_executions where followed`.execute(db)
  return rows.map(({ number, hash }) => ({ number: BigInt(number), hash }))
}

async function takeBack(
  ctx: HasChain & HasClock & HasDatabase & HasLog,
  replaced: readonly Block[],
  to: Block,
): Promise<void> {
  const hashes = replaced.map(({ hash }) => hash)
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (trx) => {
    const rows = await lockOutcomeRows(
      trx,
      sql`transactions.watch = 'followed' and transactions.state in ('CONFIRMED', 'CANCELLED')
        and transactions.block_hash = any(${hashes})`,
    )
    for (const to of TRANSACTION_STATES) {
      const ids = rows.filter((row) => stateWithoutEvent(row) === to).map(({ id }) => id)
      if (ids.length > 0) await returnTo(trx, to, ids, now)
    }
    // Unread executions are stored only with their block. If they are in the new blocks too, reading these blocks
    // finds them again.
    await sql`delete from unread_executions where block_hash = any(${hashes})`.execute(trx)
    // A transaction that the organization cancelled has no block. The second condition includes it.
    const stillFollowed = sql`watch = 'followed'
      and (state not in ('CONFIRMED', 'CANCELLED') or block_number is null)`
    await watchTransactions(trx, 'unread', stillFollowed)
    await sql`insert into outcome_cursors (chain_id, block_number, block_hash)
      values (${ctx.chain.id}, ${to.number.toString()}::numeric, ${to.hash})
      on conflict (chain_id) do update set block_number = excluded.block_number,
        block_hash = excluded.block_hash`.execute(trx)
  })
  if (replaced.length === 0) return
  const noted = { alarm: 'chain-reorganized', blocks: replaced.map(({ number }) => number.toString()) }
  ctx.log.error(noted, 'blocks of executions were replaced: their transactions are looked up again')
}

function returnTo(trx: Transaction, to: TransactionState, ids: readonly string[], at: Date) {
  // A transaction that is pending again has not bypassed its approval any more. A transaction that was approved and
  // then refused keeps its bypassed checks.
  const stillBypassed = sql`(select transactions.bypassed from held_transactions as held
    where held.transaction_id = transactions.id and held.approved)`
  const bypassed = to === 'SUBMITTED' ? {} : { bypassed: stillBypassed }
  return moveTransactions(trx, {
    to,
    cause: 'reorganization',
    at,
    which: sql`id = any(${ids}::uuid[])`,
    set: { block_number: null, block_hash: null, reason: null, ...bypassed, watch: 'unread' },
  })
}
