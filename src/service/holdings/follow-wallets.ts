import { sql } from 'kysely'
import type { Hex, Address } from 'viem'
import type { BlockRange } from '#service/chain/chain-data.ts'
import type { Database, Transaction } from '#service/db/database.ts'

/** Position after a wallet, in order of creation. `at` is in the format of the database. */
export type WalletCursor = { at: string; id: string }

/**
 * Maximum wallets per statement. The embedded engine runs nothing else meanwhile, so a statement must end
 * within milliseconds.
 */
const LOOKED_AT_ONCE = 250

/**
 * Starts to follow wallets that were created after a cursor. Their new logs are read together with all others.
 * Earlier logs are read for them separately, because an address can receive tokens before it becomes a wallet.
 * Returns the position of the next batch, or undefined after the last one.
 */
export async function followWallets(
  trx: Transaction,
  chainId: number,
  { at, id }: WalletCursor,
): Promise<WalletCursor | undefined> {
  // Each wallet is looked up separately. Otherwise, the planner, which does not know the numbers of rows,
  // would read all followed wallets each time.
  const { rows } = await sql<WalletCursor>`
    with looked as materialized (
      select id, address, status, created_at from wallets
      where (created_at, id) > (${at}::timestamptz, ${id}::uuid) order by created_at, id limit ${LOOKED_AT_ONCE}),
    stored as (
      insert into holding_wallets (chain_id, address, next_block, live_from)
      select progress.chain_id, looked.address, progress.start_block, progress.next_block
      from looked cross join holding_indexes progress
      where progress.chain_id = ${chainId} and looked.status <> 'failed' and (
        select true from holding_wallets followed
        where followed.chain_id = progress.chain_id and followed.address = looked.address
      ) is null
      on conflict do nothing)
    select created_at::text as at, id from looked order by created_at, id offset ${LOOKED_AT_ONCE - 1}`.execute(
    trx,
  )
  return rows[0]
}

/** Number of wallets above which all token logs are read instead of only those that name a wallet. */
const WALLETS_FEW = 2_000

/** Returns the wallets for which the node's logs are filtered, or `all` if there are too many. */
export async function followedWallets(db: Database, chainId: number): Promise<Address[] | 'all'> {
  const some = await selectWallets(db, chainId)
    .orderBy('address')
    .limit(WALLETS_FEW + 1)
    .execute()
  return some.length > WALLETS_FEW ? 'all' : some.map(({ address }) => address)
}

export async function everyWallet(db: Database, chainId: number): Promise<Address[]> {
  return (await selectWallets(db, chainId).execute()).map(({ address }) => address)
}

function selectWallets(db: Database, chainId: number) {
  return db.selectFrom('holding_wallets').select('address').where('chain_id', '=', chainId)
}

export type WalletsBehind = BlockRange & { addresses: Address[] }

const WALLETS_AT_ONCE = 200

/**
 * Returns the wallets whose earlier logs are the furthest behind, and the next range to read for them. Undefined if
 * everything is read.
 */
export async function walletsBehind(
  db: Database,
  chainId: number,
  blocks: bigint,
): Promise<{ from: bigint; to: bigint; addresses: Hex[] } | undefined> {
  const rows = await db
    .selectFrom('holding_wallets')
    .select(['address', 'next_block', 'live_from'])
    .where('chain_id', '=', chainId)
    .whereRef('next_block', '<', 'live_from')
    .orderBy('next_block')
    .limit(WALLETS_AT_ONCE)
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const from = BigInt(first.next_block)
  const ends = rows.map((row) => BigInt(row.live_from) - 1n)
  const last = ends.reduce((a, b) => (a > b ? a : b))
  const to = from + blocks - 1n < last ? from + blocks - 1n : last
  const within = rows.filter((row) => BigInt(row.next_block) <= to)
  return { from, to, addresses: within.map(({ address }) => address) }
}

/** Records that a range was read for wallets whose next block is in that range. */
export async function moveWalletsOn(trx: Transaction, chainId: number, read: WalletsBehind): Promise<void> {
  const next = (read.to + 1n).toString()
  await sql`
    update holding_wallets set next_block = least(live_from, ${next}::bigint)
    where chain_id = ${chainId} and address = any(${read.addresses}::text[])
      and next_block >= ${read.from.toString()}::bigint and next_block < ${next}::bigint`.execute(trx)
}
