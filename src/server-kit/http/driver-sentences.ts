/** Sentences of the Postgres driver for a connection that is gone: it throws them without a code. */
const AWAY =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

export function saysDatabaseIsAway(error: Error): boolean {
  return AWAY.test(error.message)
}
