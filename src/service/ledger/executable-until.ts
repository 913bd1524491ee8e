import { sql, type RawBuilder } from 'kysely'

/**
 * Of a row of `transactions`: until when a FAILED one can still be executed by whoever has its signature, by the
 * database's present; null for every other (ADR 0010).
 */
export const executableUntil: RawBuilder<Date | null> = sql<Date | null>`case
  when transactions.state = 'FAILED' and transactions.watch is not null
    and transactions.expiration > extract(epoch from service_now())
  then to_timestamp(transactions.expiration::double precision) end`
