import { Client, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { observeQueries } from './observe-queries.ts'
import {
  readProcessId,
  readReceivedBytes,
  readWorkingSessions,
  type WorkingSessions,
} from './working-sessions.ts'

/** Time in milliseconds without a byte for a session after which the server is asked about the session. */
const SILENT_MS = 5_000

type LostSessionOptions = { connectionString: string; log: Logger; silentMs?: number }

/**
 * Closes a database session whose statement is pending but no longer runs on the server. The pool then opens a new
 * session. Without this, a failover that sends no TCP reset would block the statement for about 15 minutes
 * (brianc/node-postgres 2973). The server is asked over a separate connection, so the sessions of slow statements and
 * commits stay open. Sessions also stay open while no connection is possible, or while bytes still arrive. If a
 * commit's session is closed, its outcome is unknown: the request fails with 503, and a retry finds what was stored.
 */
export function endLostSessions(
  pool: Pool,
  { connectionString, log, silentMs = SILENT_MS }: LostSessionOptions,
): void {
  let question: Promise<WorkingSessions | undefined> | undefined
  /** Asks the server. Sessions that fall silent together share one question and one connection. */
  const askServer = () => {
    question ??= readWorkingSessions(connectionString).finally(() => {
      question = undefined
    })
    return question
  }
  const isLost = async (client: PoolClient) => {
    const sessions = await askServer()
    return sessions !== undefined && !sessions.isWorking(readProcessId(client))
  }
  observeQueries(pool, (result, client) => {
    let isPending = true
    let received: number | undefined
    let timer: NodeJS.Timeout
    const wait = () => {
      received = readReceivedBytes(client)
      timer = setTimeout(() => void check(), silentMs)
    }
    const check = async () => {
      const isSilent = () => readReceivedBytes(client) === received
      const mustEnd = isSilent() && (await isLost(client))
      if (!isPending) return
      // Bytes may have arrived while the server was asked.
      if (mustEnd && isSilent()) end(client, log)
      else wait()
    }
    const stop = () => {
      isPending = false
      clearTimeout(timer)
    }
    wait()
    result.then(stop, stop)
  })
}

/**
 * Ends a session. While a statement is in progress, the driver closes the socket immediately and the statement fails.
 */
function end(client: PoolClient, log: Logger): void {
  if (!(client instanceof Client)) return
  log.warn('a database session fell silent, and its server does not work on it; it is replaced')
  void client.end().catch(() => undefined)
}
