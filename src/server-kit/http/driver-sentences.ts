/**
 * Messages of the Postgres driver for a lost connection. The driver throws them without a code. "Client was closed"
 * comes from the rollback of a transaction whose connection was lost.
 */
const LOST =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/

/**
 * Messages of the poolers of hosted Postgres that have no connection left or cannot reach their server, all with the
 * SQLSTATE XX000 of an internal error. Supavisor: supabase/supabase 21166. Neon: neondatabase/website 827.
 */
const POOLER_AWAY =
  /^(Max client connections reached|MaxClientsInSessionMode\b|Couldn't connect to compute node|Control plane request failed)/i

/** Whether an error's message says that the database cannot be used at the moment. */
export function saysDatabaseIsAway({ message }: Error): boolean {
  return LOST.test(message) || POOLER_AWAY.test(message)
}

/** Whether a pooler's message says that it does not accept a setting of the session (PgBouncer). */
export function saysUnsupportedSetting(message: string): boolean {
  return /^unsupported startup parameter/i.test(message)
}
