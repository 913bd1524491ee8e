import { sql, type RawBuilder } from 'kysely'

/**
 * The database's present. Every time of this module is compared with it and set by it: processes whose clocks
 * differ decide alike (ADR 0011).
 */
export const databaseNow: RawBuilder<Date> = sql<Date>`service_now()`

/** So many seconds from the database's present; negative for the past. */
export function inSeconds(seconds: number): RawBuilder<Date> {
  return sql<Date>`(service_now() + ${seconds}::integer * interval '1 second')`
}
