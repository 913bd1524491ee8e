import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '#service/db/database.ts'
import type { FetchedItem } from './fetch-item.ts'
import type { HoldingTables } from './tables.ts'

const DAY_SECONDS = 86_400
/** How long an answer is taken for the present one; a server that did not answer may do so soon. */
const VALID_SECONDS = { picture: 7 * DAY_SECONDS, none: DAY_SECONDS, kind: DAY_SECONDS, size: DAY_SECONDS }
const UNREACHABLE_SECONDS = 300
/** All pictures together; the oldest make room. */
const STORED_BYTES_MAX = 200_000_000
/** What a row without a picture counts for. */
const ROW_BYTES = 2_000

export type ItemKey = { chainId: number; token: Address; tokenId: string }
export type StoredItem = Pick<
  HoldingTables['holding_pictures'],
  'name' | 'description' | 'media_type' | 'bytes' | 'problem' | 'stale_at'
>

export async function findStoredItem(db: Database, key: ItemKey): Promise<StoredItem | undefined> {
  return db
    .selectFrom('holding_pictures')
    .select(['name', 'description', 'media_type', 'bytes', 'problem', 'stale_at'])
    .where('chain_id', '=', key.chainId)
    .where('token_address', '=', key.token)
    .where('token_id', '=', key.tokenId)
    .executeTakeFirst()
}

/** Stores what was fetched instead of what was stored before. */
export async function storeItem(
  db: Database,
  key: ItemKey,
  item: FetchedItem,
  now: Date,
): Promise<StoredItem> {
  const seconds =
    item.problem === 'unreachable' ? UNREACHABLE_SECONDS : VALID_SECONDS[item.problem ?? 'picture']
  const stored = {
    name: item.name,
    description: item.description,
    media_type: item.picture?.mediaType ?? null,
    bytes: item.picture?.bytes ?? null,
    problem: item.problem ?? null,
    fetched_at: now,
    stale_at: new Date(now.getTime() + seconds * 1_000),
  }
  await db
    .insertInto('holding_pictures')
    .values({ chain_id: key.chainId, token_address: key.token, token_id: key.tokenId, ...stored })
    .onConflict((conflict) => conflict.columns(['chain_id', 'token_address', 'token_id']).doUpdateSet(stored))
    .execute()
  await makeRoom(db)
  return stored
}

async function makeRoom(db: Database): Promise<void> {
  await sql`
    delete from holding_pictures where (chain_id, token_address, token_id) in (
      select chain_id, token_address, token_id from (
        select chain_id, token_address, token_id,
          sum(coalesce(octet_length(bytes), 0) + ${ROW_BYTES}::integer)
            over (order by fetched_at desc, token_address, token_id) as bytes_so_far
        from holding_pictures
      ) ranked
      where bytes_so_far > ${STORED_BYTES_MAX}::integer
    )`.execute(db)
}
