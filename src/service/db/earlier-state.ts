import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Prepares a database that has returned to an earlier state, as after a restore or a lossy failover. Ensures that no
 * sequence is assigned to two events, and that wallets deployed after that state are searched on the chain. Returns
 * the new last sequence.
 */
export async function goOnFromEarlierState(db: Database): Promise<string> {
  await requestDeploymentSearch(db)
  return skipSequences(db)
}

/**
 * Skips every sequence that the lost state of this database may have assigned. Continues with the number of
 * microseconds since 1970. This number is higher than every assigned sequence, because no deployment has a million
 * events per second. It also differs between two restores of one backup.
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
 * Number of blocks that are searched before the newest known block. After a failover, transactions of the new state
 * may be mined before the failover is detected. The newest known block may therefore be later than the lost
 * deployments.
 */
const SEARCH_AGAIN_BLOCKS = 64

/**
 * Stores from which block the lost deployments of each chain have to be searched. For each relayer key, takes the
 * newest block that is known to have one of its transactions, because lost transactions have later nonces. The search
 * begins at the lowest of these blocks. Stores nothing for a chain without such a block.
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
