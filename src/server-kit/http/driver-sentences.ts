/**
 * Messages of the Postgres driver for a lost connection. It throws them without a code. A client that was ended in a
 * transaction refuses the rollback as closed.
 */
const AWAY =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/

export function saysDatabaseIsAway(error: Error): boolean {
  return AWAY.test(error.message)
}
