import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Prepares a database that is in an earlier state than before, as after a restore or a lossy failover, for going
 * on: no sequence of an event is used twice, and wallets of the lost time are searched on the chain. Returns the
 * new last sequence.
 */
export async function goOnFromEarlierState(db: Database): Promise<string> {
  await requestDeploymentSearch(db)
  return skipSequences(db)
}

/**
 * Skips every sequence that a later state of this database may have assigned. The microseconds since 1970 exceed
 * them, because no deployment numbers a million events per second, and differ between two restores of one backup.
 */
async function skipSequences(db: Database): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    with clock as (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as micros)
    update event_counter set last_sequence =
      case when clock.micros > last_sequence then clock.micros else last_sequence + 1000000000 end
    from clock returning last_sequence as last`.execute(db)
  return rows[0]?.last ?? '0'
}

/**
 * Blocks that are searched again before the newest known one. After a failover, deployments of the new state may
 * be mined before the change is noticed.
 */
const SEARCH_AGAIN_BLOCKS = 64

/**
 * Stores from which block the deployments of each chain have to be searched: the newest one in which each relayer
 * key is known to have sent. Lost deployments have later nonces. Stores nothing for a chain without any.
 */
async function requestDeploymentSearch(db: Database): Promise<void> {
  await sql`
    insert into deployment_searches (chain_id, next_block)
    select lane.chain_id, greatest(min(newest.block_number) - ${SEARCH_AGAIN_BLOCKS}::integer, 0)
    from relayer_lanes as lane cross join lateral (
      select block_number from relayed_transactions
      where chain_id = lane.chain_id and from_address = lane.address and bundle_id is null
        and block_number is not null
      order by nonce desc limit 1) as newest
    group by lane.chain_id
    on conflict (chain_id) do update
      set next_block = least(deployment_searches.next_block, excluded.next_block),
        search_until = excluded.search_until`.execute(db)
}
