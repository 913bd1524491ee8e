import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Prepares a database that is in an earlier state than before, as after a restore or a lossy failover, for going
 * on: no sequence of an event is used twice. Returns the new last sequence.
 */
export function goOnFromEarlierState(db: Database): Promise<string> {
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
