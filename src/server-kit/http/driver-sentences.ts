/**
 * Messages of the Postgres driver for a lost connection. The driver throws them without a code. "Client was closed"
 * comes from the rollback of a transaction whose connection was lost.
 */
const AWAY =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/

export function saysDatabaseIsAway(error: Error): boolean {
  return AWAY.test(error.message)
}
