import { sql, type Kysely } from 'kysely'

/**
 * Recognizes another history of the database: a restored dump, or a server that was promoted or recovered to an
 * earlier moment. The sequences of events continue beyond those of the other history (ADR 0027).
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table event_counter add column history text`,
  // Null if the server refuses to report it. Another history is then not recognized.
  `create or replace function event_history() returns text language plpgsql stable as $$ begin
    return concat_ws('/', (select system_identifier from pg_control_system()),
      left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select oid from pg_database where datname = current_database()), 'event_counter'::regclass::oid);
  exception when insufficient_privilege or feature_not_supported or undefined_function then
    return null;
  end $$`,
]
