/** Messages of the Postgres driver for a lost connection. It throws them without a code. */
const AWAY =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

export function saysDatabaseIsAway(error: Error): boolean {
  return AWAY.test(error.message)
}
